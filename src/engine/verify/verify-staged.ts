import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import type { FileSet } from "../../model/file-set.ts";
import type { Plan } from "../../model/plan.ts";
import type { FileEdit } from "../../model/text-edit.ts";
import type { Grammar } from "../../python/grammar.ts";
import { stubFolder } from "../import-roots.ts";
import type { LanguageServers, Progress, StagedFile, Workspace } from "../ports.ts";
import type { FileRewrite } from "../rewrite-files.ts";
import { askedFiles } from "./asked-places.ts";
import { changedTree } from "./changed-tree.ts";
import type { ObservedServer } from "./observe-server.ts";
import { plannedWords } from "./planned-words.ts";
import { VERIFY_RULES } from "./verify-rules.ts";
import { verifyInverse } from "./verify-inverse.ts";
import { shapeUsers } from "./shape-users.ts";
import { verifyServers } from "./verify-servers.ts";
import { verifyEntries } from "./verify-variables.ts";
import { verifyTexts } from "./verify-texts.ts";

/** `fast` leaves out all that needs the second server. */
export const VERIFY_DEPTHS = ["fast", "full"] as const;
export type VerifyDepth = (typeof VERIFY_DEPTHS)[number];

/** What is about to be written, and nothing of how it was found. */
export interface PlannedWrites {
  readonly plan: Plan;
  readonly fileSet: FileSet;
  readonly rewrites: readonly FileRewrite[];
  readonly changes: readonly FileEdit[];
  /** Import roots after the plan, as a `SessionRequest` has them. */
  readonly sourceRoots: readonly string[];
  /** The server that was asked for the plan; null when none was needed. */
  readonly base: ObservedServer | null;
  readonly depth: VerifyDepth;
}

export interface VerifyPorts {
  readonly workspace: Workspace;
  readonly servers: LanguageServers;
  readonly grammar: Grammar;
  readonly progress: Progress;
}

/** The proof that a plan is right, on a copy of the tree: the first thing that does not hold, or null. */
export async function verifyStaged(writes: PlannedWrites, ports: VerifyPorts): Promise<Conflict | null> {
  const { plan, fileSet, rewrites, changes, base, depth } = writes;
  const { workspace, grammar, progress } = ports;
  progress.stage("Checking the edits");
  const inverse = verifyInverse(rewrites, changes, workspace);
  if (inverse !== null) return inverse;
  const words = plannedWords(plan);
  const python = fileSet.files.filter(({ kind }) => kind === "python").map(({ path }) => path);
  const { sourceRoots } = writes;
  const now = { python, rewrites, changes, names: [...words.names], sourceRoots };
  const tree = await changedTree(now, workspace);
  const texts = verifyEntries(plan, tree) ?? verifyTexts({ tree, words, strings: plan.strings, grammar });
  if (texts !== null || base === null || depth === "fast") return texts;

  progress.stage("Copying the tree");
  const copy = await workspace.stage(
    stagedFiles(fileSet, rewrites, tree.newPath),
    [...fileSet.files, ...fileSet.links].map(({ path }) => path),
  );
  try {
    const files = [
      ...python.map((path) => tree.newPath(path)),
      ...rewrites.flatMap(({ path, newPath }) => (path === null ? [newPath] : [])),
    ];
    progress.stage("Waiting for a second language server");
    const staged = await ports.servers.start({
      root: copy.root,
      files,
      sourceRoots,
      stubPath: stubFolder(files),
      rules: VERIFY_RULES,
    });
    try {
      if (staged.sourceFileCount < files.length) {
        const message = `The language server sees ${staged.sourceFileCount} of the ${files.length} Python files of the copy with the edits. Nothing was written; run again.`;
        return conflict("preflight/file-count", "", message);
      }
      const asked = askedFiles(tree, words, grammar);
      progress.stage(`Proving the meaning of names in ${asked.size} files`);
      for (const { path, newPath, before, after } of asked.keys()) {
        base.open(path, before);
        staged.open(newPath, after);
      }
      const users = await shapeUsers(plan, tree, base, workspace);
      for (const { path, newPath, before, after } of users.filter((file) => !asked.has(file))) {
        base.open(path, before);
        staged.open(newPath, after);
      }
      return await verifyServers({ tree, asked, users, names: words.names, grammar, base, staged });
    } finally {
      await staged.stop();
    }
  } finally {
    await copy.remove();
  }
}

/** All that the server could read: nothing else of a tree has a meaning to it. */
function stagedFiles(
  { files, links }: FileSet,
  rewrites: readonly FileRewrite[],
  newPath: (path: string) => string,
): readonly StagedFile[] {
  const rewritten = new Set(rewrites.map(({ path }) => path));
  return [
    ...files
      .filter(({ path, kind }) => !rewritten.has(path) && (kind === "python" || READ.test(path)))
      .map(({ path }) => ({ path, from: path })),
    ...rewrites.map((rewrite) =>
      rewrite.path === null || rewrite.content !== rewrite.before
        ? { path: rewrite.newPath, content: rewrite.content }
        : { path: rewrite.newPath, from: rewrite.path },
    ),
    ...links.flatMap(({ path, target }) => (target === null ? [] : [{ path, target: newPath(target) }])),
  ];
}

const READ = /\.(?:pyi?|so|pyd|typed)$/;
