import { conflict } from "../model/conflict.ts";
import type { Conflict } from "../model/conflict.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { applyEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import type { FileWrite, Workspace } from "./ports.ts";
import type { Scan } from "./scan.ts";

/** One file as it is and as it is to be. */
export interface FileRewrite extends FileWrite {
  readonly before: Uint8Array;
}

export type RewrittenFiles =
  | { readonly ok: true; readonly files: readonly FileRewrite[] }
  | { readonly ok: false; readonly conflict: Conflict };

/** The bytes that edits make of the scanned files; the first file that would not be Python any more refuses. */
export function rewriteFiles(
  changes: readonly FileEdit[],
  scan: Scan,
  workspace: Workspace,
  grammar: Grammar,
): RewrittenFiles {
  const files: FileRewrite[] = [];
  for (const { path, preimage, edits } of changes) {
    const file = scan.files.get(path);
    if (file === undefined) throw new Error(`an edit for a file that was not scanned: ${path}`);
    const text = applyEdits(file.text, edits);
    if (!grammar.accepts(text)) {
      const message = `${path} would not parse after the edits. Nothing was written; please report this.`;
      return { ok: false, conflict: conflict("verify/parse", "", message, { path }) };
    }
    const before = workspace.encode(file.text, file.encoding, file.bom);
    const content = workspace.encode(text, file.encoding, file.bom);
    if (before === null || content === null) {
      const message = `The new name cannot be written in the encoding of ${path} (${file.encoding}). Choose another name.`;
      return { ok: false, conflict: conflict("name/invalid", "", message, { path }) };
    }
    files.push({ path, preimage, before, content });
  }
  return { ok: true, files };
}
