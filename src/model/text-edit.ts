import { lineIndex } from "./line-index.ts";

/** Replaces one range. Lines 0-based; columns 0-based, UTF-16 code units, half open. */
export interface TextEdit {
  readonly line: number;
  /** Where the range ends, when that is on a later line. */
  readonly endLine?: number;
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
    if (last === undefined || endsBefore(last, edit)) {
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
    const endLine = lastLine(edit);
    const isOrdered = endLine > edit.line || (endLine === edit.line && edit.startCol <= edit.endCol);
    const isInside =
      endLine < lines.lineCount &&
      edit.startCol <= lines.lineText(edit.line).length &&
      edit.endCol <= lines.lineText(endLine).length;
    if (!isOrdered || !isInside) {
      throw new RangeError(
        `edit outside its line: line ${edit.line}, columns ${edit.startCol} to ${edit.endCol}`,
      );
    }
    const start = lines.offsetAt({ line: edit.line, character: edit.startCol });
    if (start < done) throw new RangeError(`edits overlap or are not sorted: line ${edit.line}`);
    result += text.slice(done, start) + edit.newText;
    done = lines.offsetAt({ line: endLine, character: edit.endCol });
  }
  return result + text.slice(done);
}

/** The line where an edit ends. */
export function lastLine({ line, endLine }: TextEdit): number {
  return endLine ?? line;
}

function endsBefore(first: TextEdit, second: TextEdit): boolean {
  const end = lastLine(first);
  return end < second.line || (end === second.line && first.endCol <= second.startCol);
}

function sameEdit(a: TextEdit, b: TextEdit): boolean {
  if (a.line !== b.line || lastLine(a) !== lastLine(b)) return false;
  return a.startCol === b.startCol && a.endCol === b.endCol && a.newText === b.newText;
}
