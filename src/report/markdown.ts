import { byReason } from "./by-reason.ts";
import { count } from "./count.ts";
import { entryResult } from "./entry-result.ts";
import { escapeMarkdown, markdownBlock, markdownCode } from "./escape-markdown.ts";
import { escapeText } from "./escape-text.ts";
import { headline } from "./headline.ts";
import { nextStep } from "./next-step.ts";
import { PLAIN } from "./palette.ts";
import { placeLines } from "./place-lines.ts";
import { REASON_TEXT } from "./reason-text.ts";
import type { Report } from "./report.ts";
import { totals } from "./totals.ts";
import type { Totals } from "./totals.ts";
import type { View } from "./view.ts";

/** The report for GitHub: the same content as the terminal view. */
export function renderMarkdown(report: Report, view: View): string {
  const plain: View = { ...view, palette: PLAIN };
  const sums = totals(report);
  const sections = [
    [`## ${headline(report, sums)}`],
    entryRows(report, sums),
    conflictSection(sums, plain),
    ...residueSections(sums, plain),
    report.notices.map((notice) => `> **Note:** ${escapeMarkdown(notice)}`),
    nextSection(report, plain),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function entryRows({ outcomes }: Report, sums: Totals): readonly string[] {
  if (outcomes.length === 0) return [];
  const rows = outcomes.map(
    (outcome) =>
      `| ${escapeMarkdown(outcome.entry)} | ${markdownCode(outcome.target)} | ${escapeMarkdown(outcome.kind)} | ${entryResult(outcome, sums)} |`,
  );
  return ["| entry | rename | kind | result |", "| --- | --- | --- | --- |", ...rows];
}

function conflictSection({ conflicts }: Totals, view: View): readonly string[] {
  if (conflicts.length === 0) return [];
  const lines = [`### ${count(conflicts.length, "conflict")}`];
  for (const conflict of conflicts.slice(0, view.maxItems)) {
    const entry = conflict.entry === "" ? "" : ` (${escapeMarkdown(conflict.entry)})`;
    lines.push("", `- **${conflict.code}**${entry}: ${escapeMarkdown(conflict.message)}`);
    const frame = placeLines(conflict, "", "", view);
    if (frame.length > 0) lines.push("", ...markdownBlock(unindent(frame)).map((line) => `  ${line}`));
  }
  return [...lines, ...more(conflicts.length, view)];
}

function residueSections({ blocking, left }: Totals, view: View): readonly (readonly string[])[] {
  return byReason([...blocking, ...left]).map(({ reason, items }) => {
    const shown = items.slice(0, view.maxItems);
    const isBlocking = blocking.some((item) => item.reason === reason);
    const body = isBlocking
      ? shown
          .flatMap((item) => [...unindent(placeLines(item, "", escapeText(item.detail), view)), ""])
          .slice(0, -1)
      : shown.map((item) => escapeText(`${item.path}:${item.line}:${item.column}  ${item.text}`));
    return [
      `<details${isBlocking ? " open" : ""}><summary><b>${count(items.length, "place")}</b> ${REASON_TEXT[reason]} [${reason}]</summary>`,
      "",
      ...markdownBlock(body),
      ...more(items.length, view),
      "",
      "</details>",
    ];
  });
}

function more(total: number, view: View): readonly string[] {
  return total <= view.maxItems
    ? []
    : ["", `… and ${count(total - view.maxItems, "more", "more")} in the report.`];
}

function nextSection(report: Report, view: View): readonly string[] {
  const next = nextStep(report, view);
  if (next === null) return [];
  return next.command === null ? [next.text] : [next.text, "", ...markdownBlock([next.command])];
}

function unindent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.slice(2));
}
