import type { TextEdit } from "../model/text-edit.ts";
import type { TextFile } from "./source-file.ts";

/** Replaces a piece of a text. Offsets in UTF-16 code units, half open. */
export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

export function textEdit({ start, end, newText }: OffsetEdit, { lines }: Pick<TextFile, "lines">): TextEdit {
  const { start: from, end: to } = lines.rangeAt(start, end);
  const later = to.line === from.line ? {} : { endLine: to.line };
  return { line: from.line, ...later, startCol: from.character, endCol: to.character, newText };
}
