import { lineIndex } from "./line-index.ts";

/** Replaces one range within one line. `line` 0-based; columns 0-based, UTF-16 code units, half open. */
export interface TextEdit {
  readonly line: number;
  readonly startCol: number;
  readonly endCol: number;
  readonly newText: string;
}

/** All edits of one file: sorted, disjoint, no two of them equal (see `mergeEdits`). */
export interface FileEdit {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** SHA-256 of the bytes that the edits were computed against, lower-case hex. */
  readonly preimage: string;
  readonly edits: readonly TextEdit[];
}

/** Two edits that claim the same characters with different results. */
export interface EditOverlap {
  readonly first: TextEdit;
  readonly second: TextEdit;
}

export type MergedEdits =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly overlaps: readonly EditOverlap[] };

/** Sorts, drops repeated edits, and lists every pair that overlaps with another text. */
export function mergeEdits(edits: readonly TextEdit[]): MergedEdits {
  const sorted = [...edits].sort((a, b) => a.line - b.line || a.startCol - b.startCol || a.endCol - b.endCol);
  const kept: TextEdit[] = [];
  const overlaps: EditOverlap[] = [];
  for (const edit of sorted) {
    const last = kept.at(-1);
    if (last === undefined || last.line !== edit.line || last.endCol <= edit.startCol) {
      kept.push(edit);
    } else if (!sameEdit(last, edit)) {
      overlaps.push({ first: last, second: edit });
    }
  }
  return overlaps.length > 0 ? { ok: false, overlaps } : { ok: true, edits: kept };
}

/** The text after sorted, disjoint edits. Throws a RangeError for an edit that lies outside its line. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = lineIndex(text);
  let result = "";
  let done = 0;
  for (const edit of edits) {
    const length = lines.lineText(edit.line).length;
    if (edit.line >= lines.lineCount || edit.startCol > edit.endCol || edit.endCol > length) {
      throw new RangeError(
        `edit outside its line: line ${edit.line}, columns ${edit.startCol} to ${edit.endCol}`,
      );
    }
    const start = lines.offsetAt({ line: edit.line, character: edit.startCol });
    if (start < done) throw new RangeError(`edits overlap or are not sorted: line ${edit.line}`);
    result += text.slice(done, start) + edit.newText;
    done = start + (edit.endCol - edit.startCol);
  }
  return result + text.slice(done);
}

function sameEdit(a: TextEdit, b: TextEdit): boolean {
  return a.startCol === b.startCol && a.endCol === b.endCol && a.newText === b.newText;
}
