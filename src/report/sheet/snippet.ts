import type { ResidueItem } from "../../model/residue-item.ts";
import type { LineText } from "../view.ts";
import { escapeHtml } from "./escape-html.ts";

/** Lines above and below a place. */
const NEIGHBOURS = 2;
/** Characters of a line that are shown in front of a place, and in all. */
const BEFORE = 120;
const LONGEST = 400;

/** The source around a place as rows of HTML, the place marked; the line as the report has it where the file reads differently. */
export function snippet(item: ResidueItem, lineText: LineText): string {
  const line = item.line > 0 ? lineText(item.path, item.line) : null;
  if (line === null || !isSame(line, item.text))
    return row(item.line, escapeHtml(item.text.slice(0, LONGEST)));
  const rows: string[] = [];
  for (let number = item.line - NEIGHBOURS; number <= item.line + NEIGHBOURS; number += 1) {
    const text = number === item.line ? line : lineText(item.path, number);
    if (text === null) continue;
    const content = number === item.line ? marked(line, item.column - 1) : escapeHtml(text.slice(0, LONGEST));
    rows.push(row(number, content, number === item.line));
  }
  return rows.join("\n");
}

function row(number: number, content: string, isPlace = false): string {
  const shown = number > 0 ? String(number) : "";
  return `<span class="n">${shown.padStart(5)}</span> ${isPlace ? `<b>${content}</b>` : content}`;
}

/** The report's text is stripped, and cut where it is long. */
function isSame(line: string, text: string): boolean {
  const stripped = line.trim();
  return stripped === text || (text.endsWith("…") && stripped.startsWith(text.slice(0, -1)));
}

function marked(line: string, at: number): string {
  const from = Math.max(0, at - BEFORE);
  const end = at + (/^[\p{XID_Continue}.]+/u.exec(line.slice(at, at + LONGEST))?.[0].length ?? 1);
  const [before, place, behind] = [
    line.slice(from, at),
    line.slice(at, end),
    line.slice(end, from + LONGEST),
  ];
  const cut = (isCut: boolean) => (isCut ? "…" : "");
  return `${cut(from > 0)}${escapeHtml(before)}<mark>${escapeHtml(place)}</mark>${escapeHtml(behind)}${cut(from + LONGEST < line.length)}`;
}
