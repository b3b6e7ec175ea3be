import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { reportMeta } from "../../src/run/report-meta.ts";
import { runPlan } from "../../src/engine/run-plan.ts";
import { languageServers } from "../../src/lsp/start-server.ts";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import type { Report } from "../../src/report/report.ts";
import { toReport } from "../../src/report/to-report.ts";
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { type Scratch, scratch } from "../workspace/scratch.ts";
import { type Case, contentOf } from "./read-case.ts";

export interface CaseResult {
  readonly report: Report;
  /** Path to "mode content" or "link target", as in `Scratch.tree`. */
  readonly expectedTree: Readonly<Record<string, string>>;
  readonly tree: Readonly<Record<string, string>>;
  /** What git says that has changed besides what the case itself had changed. */
  readonly leftOver: readonly string[];
  /** Git's index is what it was, byte for byte. */
  readonly keepsIndex: boolean;
}

/** Applies the plan of a case to a copy in a repository of its own, with the real adapters. */
export async function runCase(test: Case): Promise<CaseResult> {
  using folder = scratch();
  using state = scratch();
  prepare(test, folder);
  const before = folder.tree();
  const index = indexOf(folder);
  const report = await apply(test.plan, folder.path, join(state.path, "home"));
  return {
    report,
    expectedTree: afterwards(test, before),
    tree: folder.tree(),
    leftOver: Object.keys(state.tree()),
    keepsIndex: indexOf(folder).equals(index),
  };
}

function indexOf(folder: Scratch): Buffer {
  return readFileSync(join(folder.path, ".git", "index"));
}

async function apply(planText: string, root: string, stateHome: string): Promise<Report> {
  const parsed = parsePlan(planText, "toml");
  if (!parsed.ok) {
    const nothing = { safeToApply: false, outcomes: [], changes: [], server: null } as const;
    return toReport({ ...parsed, ...nothing, status: "refused" }, reportMeta({ planText, apply: true }));
  }
  const request = {
    plan: parsed.plan,
    apply: true,
    verify: "full",
    allResidue: false,
    planFiles: [],
  } as const;
  const { verdict } = await runPlan(request, {
    workspace: openWorkspace(root),
    servers: languageServers({ sandbox: true }),
    transaction: openTransaction(root, { stateHome }),
    progress: { stage: () => undefined },
  });
  return toReport({ ...verdict, notices: [...parsed.notices, ...verdict.notices] }, reportMeta(request));
}

/** Writes the tree of a case into a repository of its own. */
export function prepare(test: Case, folder: Scratch): void {
  for (const [path, text] of test.before) folder.write(path, Buffer.from(text, "latin1"));
  setUp(test, folder, false);
  folder.git("init", "--quiet");
  folder.git("add", "--all");
  folder.git("commit", "--quiet", "--allow-empty", "--message", "base");
  setUp(test, folder, true);
}

function setUp(test: Case, folder: Scratch, late: boolean): void {
  for (const item of test.setup) {
    if ((item.late === true) !== late) continue;
    const absolute = join(folder.path, item.path);
    const content = contentOf(item, "before");
    if (content !== null) folder.write(item.path, content);
    if (item.link !== undefined) {
      mkdirSync(dirname(absolute), { recursive: true });
      symlinkSync(item.link, absolute);
    }
    if (item.mode !== undefined) chmodSync(absolute, Number.parseInt(item.mode, 8));
  }
}

/** The tree as it was, with the expected bytes under the modes that the files had. */
function afterwards(test: Case, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const expected = { ...before };
  if (test.expected.status !== "applied") return expected;
  const moves = Object.entries(test.expected.moves ?? {});
  const from = new Map(moves.map(([old, to]) => [to, old]));
  for (const [old] of moves) delete expected[old];
  for (const [old, to] of moves) expected[to] = before[old] ?? "";
  const put = (path: string, text: string): void => {
    const mode = before[from.get(path) ?? path]?.split(" ", 1)[0] ?? "644";
    expected[path] = `${mode} ${text}`;
  };
  for (const [path, text] of test.after) put(path, text);
  for (const item of test.setup) {
    const content = contentOf(item, "after");
    if (content !== null) put(item.path, content.toString("latin1"));
  }
  return expected;
}
