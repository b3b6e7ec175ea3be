import { lineCells } from "./line-cells.ts";
import type { Cell } from "./line-cells.ts";

/** A part of a line, 0-based UTF-16 code units, half open. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface LineWindow {
  /** Escaped; `…` stands for what is cut off. */
  readonly shown: string;
  /** Columns of the terminal before the mark, and under it. */
  readonly before: number;
  readonly under: number;
}

/** Far more than any terminal is wide: what lies further from the mark is not looked at. */
const NEAR = 1000;

/** The part of a source line around a mark that fits in a width; the whole line when it fits. */
export function lineWindow(line: string, mark: Mark, width: number): LineWindow {
  const skipped = Math.max(0, mark.start - NEAR);
  const cells = lineCells(line.slice(skipped, mark.start + NEAR));
  const found = cells.findIndex((cell, i) => (cells[i + 1]?.start ?? Infinity) > mark.start - skipped);
  const atEnd = mark.start >= line.length;
  const first = found === -1 || atEnd ? cells.length : found;
  const marked = cells.slice(first).filter((cell) => cell.start < mark.end - skipped);

  const whole = skipped === 0 && mark.start + NEAR >= line.length && columns(cells) <= width;
  const from = whole ? 0 : firstShown(cells, first, columns(marked), width - 2);
  const head = from > 0 || skipped > 0 ? "…" : "";
  let room = whole ? width : width - 1 - head.length;
  const shown: Cell[] = [];
  for (const cell of cells.slice(from)) {
    room -= cell.width;
    if (room < 0) break;
    shown.push(cell);
  }
  const tail = whole ? "" : from + shown.length < cells.length ? "…" : "";
  return {
    shown: head + shown.map((cell) => cell.shown).join("") + tail,
    before: head.length + columns(cells.slice(from, first)),
    under: columns(marked.filter((cell) => shown.includes(cell))),
  };
}

/** The start of the line where the mark then still fits; otherwise a third of the room, or what the rest leaves of it. */
function firstShown(cells: readonly Cell[], mark: number, markWidth: number, room: number): number {
  if (columns(cells.slice(0, mark)) + Math.min(markWidth, room / 3) <= room) return 0;
  const most = Math.max(room / 3, room - columns(cells.slice(mark)));
  let from = mark;
  let lead = 0;
  while (from > 0) {
    lead += cells[from - 1]?.width ?? 0;
    if (lead > most) break;
    from -= 1;
  }
  return from;
}

function columns(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}
