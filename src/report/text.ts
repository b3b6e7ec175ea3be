import { byReason } from "./by-reason.ts";
import type { ReasonGroup } from "./by-reason.ts";
import { count } from "./count.ts";
import { decidedLines } from "./decided-lines.ts";
import { entryTable } from "./entry-table.ts";
import { escapeText } from "./escape-text.ts";
import { familyLines } from "./family-lines.ts";
import { headline } from "./headline.ts";
import { displayWidth } from "./line-cells.ts";
import { lineWindow } from "./line-window.ts";
import { nextStep } from "./next-step.ts";
import { placeLines } from "./place-lines.ts";
import { REASON_TEXT } from "./reason-text.ts";
import type { Report } from "./report.ts";
import { SUGGESTED } from "./suggested.ts";
import { trustedLines } from "./trusted-lines.ts";
import { totals } from "./totals.ts";
import type { Totals } from "./totals.ts";
import type { View } from "./view.ts";
import { wrapWords } from "./wrap-words.ts";

const INDENT = "  ";
const LEAST_WIDTH = 20;

/** The terminal view: what happened, then why, then what was left, then what to do. */
export function renderText(report: Report, view: View): string {
  const sums = totals(report);
  const sections = [
    [paintedHeadline(report, sums, view), ...entryTable(report, sums, view.palette)],
    ...familySections(report, view),
    conflictLines(sums, view),
    ...byReason(sums.blocking).map((group) => blockingLines(group, view)),
    trustedSection(report, view),
    leftLines(sums, view),
    decidedLines(sums),
    ...report.notices.map((notice) => wrapWords(`Note: ${escapeText(notice)}`, view.width)),
    suggestedLines(view),
    nextLines(report, view),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function paintedHeadline(report: Report, sums: Totals, { palette }: View): string {
  const text = headline(report, sums);
  return palette.strong(report.safe_to_apply ? palette.good(text) : palette.bad(text));
}

function familySections(report: Report, view: View): readonly (readonly string[])[] {
  return familyLines(report, view.maxItems).map(({ title, lines }) => [
    view.palette.strong(title),
    "",
    ...lines.map((line) => `${INDENT}${line}`),
  ]);
}

function trustedSection(report: Report, { maxItems, palette }: View): readonly string[] {
  const trusted = trustedLines(report, maxItems);
  if (trusted === null) return [];
  return [palette.strong(trusted.title), "", ...trusted.lines.map((line) => `${INDENT}${line}`)];
}

function conflictLines({ conflicts }: Totals, view: View): readonly string[] {
  if (conflicts.length === 0) return [];
  const lines = [view.palette.strong(count(conflicts.length, "conflict"))];
  for (const conflict of conflicts.slice(0, view.maxItems)) {
    const message = `${escapeText(conflict.message)} [${escapeText(conflict.code)}]`;
    lines.push("", ...placeLines(conflict, conflict.entry, message, view));
  }
  return [...lines, ...moreLines(conflicts.length, view, ["", INDENT])];
}

function blockingLines({ reason, items }: ReasonGroup, view: View): readonly string[] {
  const lines = [groupTitle(count(items.length, "place"), reason, view)];
  for (const item of items.slice(0, view.maxItems)) {
    lines.push("", ...placeLines(item, "", escapeText(item.detail), view));
  }
  return [...lines, ...moreLines(items.length, view, ["", INDENT])];
}

function leftLines({ left }: Totals, view: View): readonly string[] {
  if (left.length === 0) return [];
  const lines = [view.palette.strong(`${count(left.length, "place")} left as written`)];
  for (const { reason, items } of byReason(left)) {
    lines.push("", `${INDENT}${groupTitle(String(items.length), reason, view)}`);
    for (const item of items.slice(0, view.maxItems)) {
      const place = escapeText(`${item.path}:${item.line}:${item.column}`);
      const room = Math.max(LEAST_WIDTH, view.width - 2 * INDENT.length - displayWidth(place) - 2);
      const { shown } = lineWindow(item.text, { start: 0, end: 0 }, room);
      lines.push(`${INDENT}${INDENT}${view.palette.place(place)}  ${shown}`.trimEnd());
    }
    lines.push(...moreLines(items.length, view, [`${INDENT}${INDENT}`]));
  }
  return lines;
}

function suggestedLines({ suggestions, palette }: View): readonly string[] {
  if (suggestions === "") return [];
  const lines = suggestions.trimEnd().split("\n");
  return [
    palette.strong(SUGGESTED),
    "",
    ...lines.map((line) => (line === "" ? "" : INDENT + escapeText(line))),
  ];
}

function groupTitle(number: string, reason: ReasonGroup["reason"], { palette }: View): string {
  return `${palette.strong(number)} ${REASON_TEXT[reason]} ${palette.faint(`[${reason}]`)}`;
}

/** `lead` is what stands before: lines, and the indent of the last one. */
function moreLines(total: number, view: View, lead: readonly string[]): readonly string[] {
  if (total <= view.maxItems) return [];
  const where = view.reportFile === null ? "--report FILE has all" : `${escapeText(view.reportFile)} has all`;
  const more = view.palette.faint(`… and ${count(total - view.maxItems, "more", "more")}; ${where}`);
  return [...lead.slice(0, -1), `${lead.at(-1) ?? ""}${more}`];
}

function nextLines(report: Report, view: View): readonly string[] {
  const next = nextStep(report, view);
  if (next === null) return [];
  const text = wrapWords(next.text, view.width);
  return next.command === null ? text : [...text, `${INDENT}${view.palette.strong(next.command)}`];
}
