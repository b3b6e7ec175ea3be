import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Transaction } from "../engine/ports.ts";
import type { FileRewrite } from "../engine/rewrite-files.ts";
import { conflict } from "../model/conflict.ts";
import type { Conflict } from "../model/conflict.ts";
import { canonicalJson } from "../report/canonical-json.ts";
import { escapeText } from "../report/escape-text.ts";
import type { Report } from "../report/report.ts";
import { toReport } from "../report/to-report.ts";
import type { LineText } from "../report/view.ts";
import { executePlan } from "../run/execute-plan.ts";
import { reportMeta } from "../run/report-meta.ts";
import { sha256 } from "../run/sha256.ts";
import { planLines, sourceLines } from "../run/source-lines.ts";
import { committedFile } from "../workspace/committed-file.ts";
import type { Context } from "./context.ts";
import { expectClean } from "./expect-clean.ts";
import { mergePlans } from "./merge-plans.ts";
import type { PlanSource } from "./merge-plans.ts";
import { serversOf } from "./servers-of.ts";

/** The plan files of a commit. */
export interface Plans {
  readonly paths: readonly string[];
  readonly sources: readonly PlanSource[];
  /** What is no readable file. */
  readonly conflicts: readonly Conflict[];
  /** SHA-256 of the paths and texts of all of them. */
  readonly digest: string;
}

/** SHA-256 of the path and the text of one. */
export function planDigest({ path, text }: PlanSource): string {
  return sha256(canonicalJson([path, text]));
}

/** A dry run of them. Paths of the report are relative to `prefix`. */
export interface Trial {
  readonly plans: Plans;
  readonly report: Report;
  readonly rewrites: readonly FileRewrite[];
  readonly lineText: LineText;
  /** What the report is once the plans are applied; only of a trial that is safe. */
  applied(): Report;
  /** The repository root of the plans with a slash behind it; "" for the top. */
  readonly prefix: string;
}

/** Reads plan files as the commit that is checked out has them; a link is none. */
export async function readPlans(workspace: string, paths: readonly string[]): Promise<Plans> {
  const sources: PlanSource[] = [];
  const conflicts: Conflict[] = [];
  for (const path of [...paths].sort()) {
    // oxlint-disable-next-line no-await-in-loop -- one process at a time
    const bytes = await committedFile(workspace, path);
    const text = bytes === null ? null : decode(bytes);
    if (text !== null) sources.push({ path, text });
    else {
      const what = bytes === null ? "is no regular file in the commit" : "is not UTF-8 text";
      conflicts.push(conflict("plan/syntax", "", `The plan ${path} ${what}.`, { path }));
    }
  }
  return plansOf(paths, sources, conflicts);
}

/** Some of the plan files that were read. `paths` and `conflicts` are of those that could not be read, too. */
export function plansOf(
  paths: readonly string[],
  sources: readonly PlanSource[],
  conflicts: readonly Conflict[],
): Plans {
  return { paths, sources, conflicts, digest: sha256(canonicalJson(sources.map(planDigest))) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Tries plans on the tree that is checked out. Rejects with the typed error of what failed. */
export async function tryPlans(context: Context, plans: Plans): Promise<Trial> {
  const { runner, inputs } = context;
  const merged = mergePlans(plans.sources);
  const notices = merged.notices;
  if (!merged.ok || plans.conflicts.length > 0) {
    return refused(plans, [...plans.conflicts, ...(merged.ok ? [] : merged.conflicts)], notices);
  }
  const root = join(runner.environment.workspace, merged.root);
  if (!isPlainFolder(root)) {
    return refused(
      plans,
      [conflict("plan/root", "", `repo_root is ${merged.root}, which is no folder here, or a link.`)],
      notices,
    );
  }
  await expectClean(runner.environment.workspace);
  const prefix = merged.root === "." ? "" : `${merged.root}/`;
  const sourceRoots = inputs.sourceRoots ?? merged.plan.sourceRoots;
  const plan = { ...merged.plan, sourceRoots };
  const { report, verdict, rewrites, workspace } = await executePlan(
    {
      plan,
      apply: false,
      verify: "full",
      allResidue: false,
      notices,
      root,
      planFiles: plans.paths.filter((p) => p.startsWith(prefix)).map((p) => p.slice(prefix.length)),
    },
    {
      servers: await serversOf(context),
      transaction: NONE,
      progress: { stage: (text) => runner.info(`${escapeText(text)} …`) },
    },
  );
  const lineText = await sourceLines(report, () => true, workspace);
  const applied = () =>
    toReport({ ...verdict, status: "applied", notices: report.notices }, reportMeta({ plan, apply: true }));
  return { plans, report, applied, rewrites, lineText, prefix };
}

/** A dry run writes nothing, and nothing of a former run can be left on a fresh checkout. */
const NONE: Transaction = {
  recover: async () => null,
  apply: () => Promise.reject(new Error("a dry run does not write")),
};

function isPlainFolder(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    return false;
  }
}

function refused(plans: Plans, conflicts: readonly Conflict[], notices: readonly string[]): Trial {
  const nothing = { safeToApply: false, outcomes: [], changes: [], server: null } as const;
  const meta = reportMeta({ planText: plans.sources.map(({ text }) => text).join("\n"), apply: false });
  const report = toReport({ status: "refused", conflicts, notices, ...nothing }, meta);
  return {
    plans,
    report,
    applied: () => report,
    rewrites: [],
    lineText: planLines(plans.sources),
    prefix: "",
  };
}
