import { eastAsianWidth } from "get-east-asian-width";
import { escapeText } from "./escape-text.ts";

/** What a reader takes for one character, as it is printed. */
export interface Cell {
  /** Escaped: safe to print. */
  readonly shown: string;
  /** Columns of a terminal. */
  readonly width: number;
  /** Where it starts in the line, 0-based UTF-16 code units. */
  readonly start: number;
}

const TAB_STOP = 4;
const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });
const ASCII = /^[\x20-\x7e]*$/;
const ZERO_WIDTH = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]/u;
const EMOJI = /^\p{RGI_Emoji}$|\ufe0f/v;

/** One line of source (no line end in it) as cells; tabs become blanks up to the next stop. */
export function lineCells(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of SEGMENTER.segment(line)) {
    const shown = segment === "\t" ? " ".repeat(TAB_STOP - (column % TAB_STOP)) : escapeText(segment);
    const width = shown === segment ? graphemeWidth(segment) : shown.length;
    cells.push({ shown, width, start: index });
    column += width;
  }
  return cells;
}

/** Columns that an escaped text takes on a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (ASCII.test(grapheme)) return grapheme.length;
  if (EMOJI.test(grapheme)) return 2;
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}
