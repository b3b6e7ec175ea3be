import { entryResult } from "./entry-result.ts";
import { escapeText } from "./escape-text.ts";
import { displayWidth } from "./line-cells.ts";
import type { Palette } from "./palette.ts";
import type { Report } from "./report.ts";
import type { Totals } from "./totals.ts";

/** One line an entry, in columns: entry, target, kind, result. A blank line stands before the first. */
export function entryTable({ outcomes }: Report, sums: Totals, palette: Palette): readonly string[] {
  if (outcomes.length === 0) return [];
  const rows = outcomes.map((outcome) => [
    escapeText(outcome.entry),
    escapeText(outcome.target),
    escapeText(outcome.kind),
    entryResult(outcome, sums),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))),
  );
  const lines = rows.map((row) => {
    const [entry = "", ...rest] = row.map(
      (cell, i) => cell + " ".repeat((widths[i] ?? 0) - displayWidth(cell)),
    );
    return `  ${palette.faint(entry)}  ${rest.join("  ").trimEnd()}`;
  });
  return ["", ...lines];
}
