import type { LanguageServer, SessionRequest, Workspace } from "../../src/engine/ports.ts";
import { rewriteFiles } from "../../src/engine/rewrite-files.ts";
import type { FileRewrite } from "../../src/engine/rewrite-files.ts";
import { runPlan } from "../../src/engine/run-plan.ts";
import type { TextFile } from "../../src/engine/source-file.ts";
import { askedFiles } from "../../src/engine/verify/asked-places.ts";
import { changedTree } from "../../src/engine/verify/changed-tree.ts";
import type { ObservedServer } from "../../src/engine/verify/observe-server.ts";
import { observeServer } from "../../src/engine/verify/observe-server.ts";
import { plannedWords } from "../../src/engine/verify/planned-words.ts";
import { verifyInverse } from "../../src/engine/verify/verify-inverse.ts";
import { verifyServers } from "../../src/engine/verify/verify-servers.ts";
import { verifyEntries } from "../../src/engine/verify/verify-variables.ts";
import { verifyTexts } from "../../src/engine/verify/verify-texts.ts";
import { languageServers } from "../../src/lsp/start-server.ts";
import { lineIndex } from "../../src/model/line-index.ts";
import type { FileEdit } from "../../src/model/text-edit.ts";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import { loadGrammar } from "../../src/python/grammar.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { readCase } from "../cases/read-case.ts";
import { prepare } from "../cases/run-case.ts";
import { scratch } from "../workspace/scratch.ts";
import { mutantsOf } from "./mutants-of.ts";

/** What became of the mutants of one plan. */
export interface Score {
  readonly noticed: number;
  /** As in `imports/plain a.py:3 drop omega`. */
  readonly survivors: readonly string[];
}

/**
 * Proves the plan of a case, keeps both servers and the copy, and holds every mutant of its edits against the same checks. A
 * mutated text is told to the second server as a change of the open file, which answers as a server over such a copy would.
 */
export async function scoreOf(name: string): Promise<Score> {
  using folder = scratch();
  const test = readCase(name);
  prepare(test, folder);
  const parsed = parsePlan(test.plan, "toml");
  if (!parsed.ok) throw new Error(`${name}: the plan is wrong`);
  const { plan } = parsed;
  const real = languageServers({ sandbox: true });
  let sourceRoots: readonly string[] = [];
  const started: ObservedServer[] = [];
  const cleanup: (() => Promise<void>)[] = [];
  const start = async (request: SessionRequest): Promise<LanguageServer> => {
    const server = await real.start(request);
    cleanup.push(() => server.stop());
    const kept = observeServer({ ...server, stop: async () => undefined });
    started.push(kept);
    sourceRoots = request.sourceRoots;
    return kept;
  };
  const opened = openWorkspace(folder.path);
  const workspace: Workspace = {
    ...opened,
    async stage(files, known) {
      const copy = await opened.stage(files, known);
      cleanup.push(() => copy.remove());
      return { root: copy.root, remove: async () => undefined };
    },
  };
  try {
    const { verdict, rewrites } = await runPlan(
      { plan, apply: false, verify: "full", allResidue: false, planFiles: [] },
      { workspace, servers: { start }, transaction: NONE, progress: { stage: () => undefined } },
    );
    const [base, staged] = started;
    if (!verdict.safeToApply || base === undefined || staged === undefined) {
      throw new Error(`${name}: ${verdict.conflicts.map(({ message }) => message).join(" ")}`);
    }
    const grammar = await loadGrammar();
    const { files } = await workspace.files();
    const python = files.filter(({ kind }) => kind === "python").map(({ path }) => path);
    const words = plannedWords(plan);
    const texts = textsOf(rewrites, workspace);
    const moved = new Map(rewrites.flatMap(({ path, newPath }) => (path === null ? [] : [[path, newPath]])));
    const created = rewrites.flatMap(({ path, newPath }) => (path === null ? [newPath] : []));

    const isNoticed = async (changes: readonly FileEdit[], path: string): Promise<boolean> => {
      const planned = { changes, files: texts, python: new Set(python), moved, created };
      let rewritten;
      try {
        rewritten = await rewriteFiles(planned, workspace, grammar);
      } catch (error) {
        if (error instanceof RangeError) return true;
        throw error;
      }
      if (!rewritten.ok || verifyInverse(rewritten.files, changes, workspace) !== null) return true;
      const now = { python, rewrites: rewritten.files, changes, names: [...words.names], sourceRoots };
      const tree = await changedTree(now, workspace);
      if (verifyEntries(plan, tree) !== null) return true;
      if (verifyTexts({ tree, words, strings: plan.strings, grammar }) !== null) return true;
      const file = tree.files.get(path);
      if (file === undefined) throw new Error(`${path} is not in the tree`);
      const right = rewrites.find((rewrite) => rewrite.path === path);
      staged.open(file.newPath, file.after);
      staged.change(file.newPath, file.after);
      try {
        const asked = askedFiles(tree, words, grammar);
        for (const { path: old, newPath, before, after } of asked.keys()) {
          base.open(old, before);
          staged.open(newPath, after);
        }
        return (
          (await verifyServers({ tree, asked, users: [], names: words.names, grammar, base, staged })) !==
          null
        );
      } finally {
        const decoded = right === undefined ? null : workspace.decodePython(right.content);
        if (decoded?.ok === true) staged.change(file.newPath, decoded.text);
      }
    };

    const edited = verdict.changes.filter(({ path }) => python.includes(path));
    const [anyPath] = edited;
    // Without a fault nothing is noticed; else the score would say nothing.
    if (anyPath !== undefined && (await isNoticed(verdict.changes, anyPath.path))) {
      throw new Error(`${name}: the right plan is refused`);
    }
    const before = new Map([...texts].map(([path, { text }]) => [path, text]));
    let noticed = 0;
    const survivors: string[] = [];
    for (const mutant of mutantsOf(edited, before, grammar)) {
      // oxlint-disable-next-line no-await-in-loop -- one text at a time on one server
      if (await isNoticed(mutant.changes, mutant.path)) noticed += 1;
      else survivors.push(`${name} ${mutant.path}:${mutant.line} ${mutant.fault} ${mutant.newText}`);
    }
    return { noticed, survivors };
  } finally {
    for (const end of cleanup) {
      // oxlint-disable-next-line no-await-in-loop
      await end();
    }
  }
}

const NONE = {
  recover: async () => null,
  apply: () => Promise.reject(new Error("a dry run does not write")),
};

function textsOf(rewrites: readonly FileRewrite[], workspace: Workspace): ReadonlyMap<string, TextFile> {
  return new Map(
    rewrites.flatMap(({ path, before, isPython }) => {
      const decoded = isPython ? workspace.decodePython(before) : workspace.decodeText(before);
      if (path === null || !decoded.ok) return [];
      const { text, encoding, bom } = decoded;
      const file = { path, text, lines: lineIndex(text), encoding, bom, sha256: workspace.sha256(before) };
      return [[path, file] as const];
    }),
  );
}
