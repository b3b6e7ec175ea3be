import type { ReportFile } from "../report.ts";
import type { LineText } from "../view.ts";
import { escapeHtml } from "./escape-html.ts";

/** Lines of a diff that are shown of one file. */
const MOST_LINES = 400;

/** The lines that the edits of a file change, before and after, as rows of HTML. */
export function editRows({ path, edits }: ReportFile, lineText: LineText): string {
  const rows: string[] = [];
  for (const [line, list] of Map.groupBy(edits, (edit) => edit.line)) {
    const before = lineText(path, line + 1);
    const isOneLine = list.every((edit) => edit.end_line === undefined && !edit.new_text.includes("\n"));
    if (before === null || !isOneLine || list.some((edit) => edit.end_col > before.length)) {
      rows.push(...list.map((edit) => `${line + 1}: ${escapeHtml(edit.new_text)}`));
      continue;
    }
    const after = list
      .toReversed()
      .reduce((text, e) => text.slice(0, e.start_col) + e.new_text + text.slice(e.end_col), before);
    rows.push(
      `<del>-${number(line)} ${escapeHtml(before)}</del>`,
      `<ins>+${number(line)} ${escapeHtml(after)}</ins>`,
    );
  }
  const more = rows.length > MOST_LINES ? [`… ${rows.length - MOST_LINES} more lines`] : [];
  return [...rows.slice(0, MOST_LINES), ...more].join("\n");
}

function number(line: number): string {
  return String(line + 1).padStart(5);
}
