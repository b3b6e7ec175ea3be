import { conflict } from "../model/conflict.ts";
import type { Conflict } from "../model/conflict.ts";
import type { FileEdit, TextEdit } from "../model/text-edit.ts";
import { applyEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import type { TreeChange, Workspace } from "./ports.ts";
import { keepsFormat } from "./keeps-format.ts";
import type { TextFile } from "./source-file.ts";

/** One file as it is and as it is to be. */
export interface FileRewrite {
  /** Where it is; null for a file that is made. */
  readonly path: string | null;
  /** SHA-256 of what it is, lower-case hex; null for a file that is made. */
  readonly preimage: string | null;
  readonly before: Uint8Array;
  /** Where it is to be: the same path unless it moves. */
  readonly newPath: string;
  readonly content: Uint8Array;
  readonly isPython: boolean;
}

export type RewrittenFiles =
  | { readonly ok: true; readonly files: readonly FileRewrite[] }
  | { readonly ok: false; readonly conflict: Conflict };

/** What a plan makes of a tree. Paths are POSIX, relative to the root. */
export interface PlannedTree {
  readonly changes: readonly FileEdit[];
  /** The files that the edits are in, by path. */
  readonly files: ReadonlyMap<string, TextFile>;
  /** The Python files of the tree, by path. */
  readonly python: ReadonlySet<string>;
  /** Old path to new path, of every file that moves, edited or not. */
  readonly moved: ReadonlyMap<string, string>;
  /** Empty files that are made. */
  readonly created: readonly string[];
}

/** The bytes that a plan makes of files; the first one that would not be Python any more refuses. */
export async function rewriteFiles(
  { changes, files, python, moved, created }: PlannedTree,
  workspace: Workspace,
  grammar: Grammar,
): Promise<RewrittenFiles> {
  const rewrites: FileRewrite[] = [];
  const edited = new Set<string>();
  for (const { path, preimage, edits } of changes) {
    const file = files.get(path);
    if (file === undefined) throw new Error(`an edit for a file that was not scanned: ${path}`);
    const text = applyEdits(file.text, edits);
    const isPython = python.has(path);
    const isSound = isPython
      ? edits.every((edit) => isNameForName(edit, file)) || grammar.accepts(text)
      : keepsFormat(path, file.text, text);
    if (!isSound) {
      const message = isPython
        ? `${path} would not parse after the edits. Nothing was written; please report this.`
        : `${path} could not be read any more with the new text in it. Leave it out with files, or write the text there by hand.`;
      return { ok: false, conflict: conflict("verify/parse", "", message, { path }) };
    }
    const before = workspace.encode(file.text, file.encoding, file.bom);
    const content = workspace.encode(text, file.encoding, file.bom);
    if (before === null || content === null) {
      const message = `The new name cannot be written in the encoding of ${path} (${file.encoding}). Choose another name.`;
      return { ok: false, conflict: conflict("name/invalid", "", message, { path }) };
    }
    edited.add(path);
    rewrites.push({ path, preimage, before, newPath: moved.get(path) ?? path, content, isPython });
  }
  for (const [path, newPath] of moved) {
    if (edited.has(path)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const before = await workspace.read(path);
    rewrites.push({
      path,
      preimage: workspace.sha256(before),
      before,
      newPath,
      content: before,
      isPython: python.has(path),
    });
  }
  const empty = new Uint8Array();
  for (const newPath of created) {
    rewrites.push({ path: null, preimage: null, before: empty, newPath, content: empty, isPython: true });
  }
  return { ok: true, files: rewrites };
}

/** A name in the place of a name keeps the syntax; what else an edit does is parsed. */
function isNameForName({ line, endLine, startCol, endCol, newText }: TextEdit, { lines }: TextFile): boolean {
  if (endLine !== undefined) return false;
  return NAME.test(lines.lineText(line).slice(startCol, endCol)) && NAME.test(newText);
}

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** The same as what has to happen at each path: a path that one file leaves and another takes is replaced. */
export function treeChange(rewrites: readonly FileRewrite[]): TreeChange {
  const writes = new Map<string, TreeChange["writes"][number]>();
  for (const { path, preimage } of rewrites) {
    if (path !== null) writes.set(path, { path, preimage, content: null });
  }
  for (const { newPath, content } of rewrites) {
    writes.set(newPath, { path: newPath, preimage: writes.get(newPath)?.preimage ?? null, content });
  }
  const moves = rewrites.flatMap(({ path, newPath }) =>
    path === null || path === newPath ? [] : [{ old: path, new: newPath }],
  );
  return { writes: [...writes.values()], moves };
}
