import type { FileEdit } from "../../model/text-edit.ts";
import type { Workspace } from "../ports.ts";
import type { FileRewrite } from "../rewrite-files.ts";
import type { ChangedText } from "./changed-text.ts";
import { changedText } from "./changed-text.ts";

/** A Python file before and after a plan. Paths are POSIX, relative to the root of the tree and of its copy. */
export interface ChangedFile extends ChangedText {
  readonly path: string;
  readonly newPath: string;
}

/** The Python files that the proof asks about: those that change or move, and those that hold a name of the plan. */
export interface ChangedTree {
  /** By the path before; in the order of the file set. */
  readonly files: ReadonlyMap<string, ChangedFile>;
  readonly byNewPath: ReadonlyMap<string, ChangedFile>;
  /** All Python files before. */
  readonly python: ReadonlySet<string>;
  /** Import roots, as a `SessionRequest` has them. */
  readonly sourceRoots: readonly string[];
  readonly newPath: (path: string) => string;
}

export interface TreeChanges {
  /** The Python files before. */
  readonly python: readonly string[];
  readonly rewrites: readonly FileRewrite[];
  readonly changes: readonly FileEdit[];
  /** Old and new names. */
  readonly names: readonly string[];
  readonly sourceRoots: readonly string[];
}

/** Reads every Python file once more: what the planner has read, or thinks that it has, is not asked. */
export async function changedTree(
  { python, rewrites, changes, names, sourceRoots }: TreeChanges,
  workspace: Workspace,
): Promise<ChangedTree> {
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  const rewritten = new Map(rewrites.map((rewrite) => [rewrite.path, rewrite]));
  const files = new Map<string, ChangedFile>();
  for (const path of python) {
    const rewrite = rewritten.get(path);
    // oxlint-disable-next-line no-await-in-loop -- one file at a time in memory
    const before = workspace.decodePython(rewrite?.before ?? (await workspace.read(path)));
    if (!before.ok) continue;
    if (rewrite === undefined) {
      if (!names.some((name) => before.text.includes(name))) continue;
      files.set(path, { path, newPath: path, ...changedText(before.text, before.text, []) });
      continue;
    }
    const after = workspace.decodePython(rewrite.content);
    if (!after.ok) continue;
    const { newPath } = rewrite;
    files.set(path, { path, newPath, ...changedText(before.text, after.text, edits.get(path) ?? []) });
  }
  return {
    files,
    byNewPath: new Map([...files.values()].map((file) => [file.newPath, file])),
    python: new Set(python),
    sourceRoots,
    newPath: (path) => rewritten.get(path)?.newPath ?? path,
  };
}
