import { lineWindow } from "./line-window.ts";
import type { Palette } from "./palette.ts";

/** A place in a source, 1-based; the column counts UTF-16 code units, and 0 marks no character. */
export interface FramePlace {
  readonly line: number;
  readonly column: number;
}

const WORD = /[\p{XID_Start}_]\p{XID_Continue}*/uy;
const LEAST_WIDTH = 20;

/**
 * A source line with its number, and carets under the name at the place:
 *
 *     12 | class Settings:
 *        |       ^^^^^^^^
 *
 * Two lines, or one where no character is marked; none is wider than `width` columns.
 */
export function codeFrame(
  place: FramePlace,
  source: string,
  width: number,
  palette: Palette,
): readonly string[] {
  const number = String(place.line);
  const start = place.column - 1;
  const isMarked = start >= 0 && start <= source.length;
  const mark = isMarked ? { start, end: start + wordLength(source, start) } : { start: 0, end: 0 };
  const { shown, before, under } = lineWindow(source, mark, Math.max(LEAST_WIDTH, width - number.length - 3));
  const lines = [`${palette.faint(`${number} |`)} ${shown}`.trimEnd()];
  if (isMarked) {
    const carets = palette.bad("^".repeat(Math.max(1, under)));
    lines.push(`${palette.faint(`${" ".repeat(number.length)} |`)} ${" ".repeat(before)}${carets}`);
  }
  return lines;
}

function wordLength(text: string, at: number): number {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0].length ?? 1;
}
