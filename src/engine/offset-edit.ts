import type { TextEdit } from "../model/text-edit.ts";
import type { TextFile } from "./source-file.ts";

/** Replaces a piece of a text. Offsets in UTF-16 code units, half open. */
export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** An edit is of one line; of a longer one the new text comes first, and the other lines are emptied. */
export function textEdits(
  { start, end, newText }: OffsetEdit,
  { lines }: Pick<TextFile, "lines">,
): readonly TextEdit[] {
  const { start: from, end: to } = lines.rangeAt(start, end);
  const edits: TextEdit[] = [];
  for (let line = from.line; line <= to.line; line++) {
    edits.push({
      line,
      startCol: line === from.line ? from.character : 0,
      endCol: line === to.line ? to.character : lines.lineText(line).length,
      newText: line === from.line ? newText : "",
    });
  }
  return edits;
}
