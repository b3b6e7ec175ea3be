import type { LineIndex } from "../../model/line-index.ts";
import { lineIndex } from "../../model/line-index.ts";
import type { TextEdit } from "../../model/text-edit.ts";
import { lastLine } from "../../model/text-edit.ts";

/** An edit by offsets in the text before it, and in the text after all edits. */
export interface EditSpan {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** A text before and after edits. Offsets are UTF-16 code units. */
export interface ChangedText {
  readonly before: string;
  readonly after: string;
  readonly linesBefore: LineIndex;
  readonly linesAfter: LineIndex;
  readonly spans: readonly EditSpan[];
  /** Where an offset of the text before may be afterwards: one offset, or all of an edit that it was inside of. */
  moved(offset: number): { readonly from: number; readonly to: number };
  /** Where an offset of the text after was before; the start of an edit for what is in one. */
  origin(offset: number): number;
}

/** `after` is read from the bytes that are about to be written, not made from the edits again. */
export function changedText(before: string, after: string, edits: readonly TextEdit[]): ChangedText {
  const linesBefore = lineIndex(before);
  const spans: EditSpan[] = [];
  let shift = 0;
  for (const edit of edits) {
    const start = linesBefore.offsetAt({ line: edit.line, character: edit.startCol });
    const end = linesBefore.offsetAt({ line: lastLine(edit), character: edit.endCol });
    const newStart = start + shift;
    spans.push({ start, end, newStart, newEnd: newStart + edit.newText.length });
    shift += edit.newText.length - (end - start);
  }
  return {
    before,
    after,
    linesBefore,
    linesAfter: before === after ? linesBefore : lineIndex(after),
    spans,
    moved(offset) {
      const last = spans.findLast((span) => span.start <= offset);
      if (last === undefined) return { from: offset, to: offset };
      if (offset === last.start) {
        return { from: last.newStart, to: last.start === last.end ? last.newEnd : last.newStart };
      }
      if (offset < last.end) return { from: last.newStart, to: last.newEnd };
      const at = offset - last.end + last.newEnd;
      return { from: at, to: at };
    },
    origin(offset) {
      const last = spans.findLast((span) => span.newStart <= offset);
      if (last === undefined) return offset;
      return offset < last.newEnd ? last.start : offset - last.newEnd + last.end;
    },
  };
}
