import { codeFrame } from "./code-frame.ts";
import { escapeText } from "./escape-text.ts";
import { lineWindow } from "./line-window.ts";
import type { View } from "./view.ts";
import { wrapWords } from "./wrap-words.ts";

const INDENT = "  ";

export interface Place {
  /** "" where there is no place. */
  readonly path: string;
  /** 1-based; 0 where there is no line. */
  readonly line: number;
  /** 1-based, UTF-16 code units; 0 where there is no column. */
  readonly column: number;
  /** The line as the report has it, stripped, for where the file is not at hand. */
  readonly text?: string;
}

/** A place with its code frame, and the message about it, which is escaped already; indented by two columns. */
export function placeLines(place: Place, label: string, message: string, view: View): readonly string[] {
  const { palette } = view;
  const parts = [place.path, place.line, place.column].filter((part) => part !== "" && part !== 0);
  const where = place.path === "" ? "" : palette.place(escapeText(parts.join(":")));
  const behind = label === "" ? "" : palette.faint(escapeText(label));
  const head = [where, behind].filter((part) => part !== "").join("  ");
  return [
    ...(head === "" ? [] : [head]),
    ...sourceLines(place, view).map((line) => INDENT + line),
    ...(message === "" ? [] : wrapWords(message, view.width - INDENT.length)),
  ].map((line) => INDENT + line);
}

function sourceLines(place: Place, view: View): readonly string[] {
  const width = view.width - 2 * INDENT.length;
  const source = place.line > 0 ? view.lineText(place.path, place.line) : null;
  if (source !== null) return codeFrame(place, source, width, view.palette);
  if (place.text === undefined || place.text === "") return [];
  const gutter = `${place.line} |`;
  const { shown } = lineWindow(place.text, { start: 0, end: 0 }, width - gutter.length - 1);
  return [`${view.palette.faint(gutter)} ${shown}`];
}
