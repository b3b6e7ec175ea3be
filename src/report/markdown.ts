import { decidedLines } from "./decided-lines.ts";
import { entryResult } from "./entry-result.ts";
import { escapeMarkdown, markdownBlock, markdownCode } from "./escape-markdown.ts";
import { headline } from "./headline.ts";
import {
  conflictSection,
  familySections,
  residueSections,
  suggestedSection,
  trustedSection,
} from "./markdown-sections.ts";
import { nextStep } from "./next-step.ts";
import { PLAIN } from "./palette.ts";
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
    ...familySections(report, plain),
    conflictSection(sums, plain),
    trustedSection(report, plain),
    ...residueSections(sums, plain),
    decidedLines(sums),
    report.notices.map((notice) => `> **Note:** ${escapeMarkdown(notice)}`),
    suggestedSection(plain),
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

function nextSection(report: Report, view: View): readonly string[] {
  const next = nextStep(report, view);
  if (next === null) return [];
  return next.command === null ? [next.text] : [next.text, "", ...markdownBlock([next.command])];
}
