import { RESIDUE_REASONS } from "../model/residue-item.ts";
import type { ResidueReason } from "../model/residue-item.ts";
import { count } from "./count.ts";
import type { TextLimit } from "./cut-text.ts";
import type { FileChange } from "./diff.ts";
import { filePatch } from "./diff.ts";
import { entryResult } from "./entry-result.ts";
import { escapeMarkdown, markdownBlock, markdownCode } from "./escape-markdown.ts";
import { escapeText } from "./escape-text.ts";
import { fitSections } from "./fit-sections.ts";
import type { Section } from "./fit-sections.ts";
import { headline } from "./headline.ts";
import {
  conflictSection,
  familySections,
  residueSections,
  suggestedSection,
  trustedSection,
} from "./markdown-sections.ts";
import { PLAIN } from "./palette.ts";
import type { Report, ReportOutcome } from "./report.ts";
import { totals } from "./totals.ts";
import type { Totals } from "./totals.ts";
import type { LineText } from "./view.ts";

/** What a pull request is told besides the report. */
export interface PullRequestView {
  /** Paths of the plan files. */
  readonly plans: readonly string[];
  readonly lineText: LineText;
  readonly changes: readonly FileChange[];
  /** Markdown: what happened to the plan beyond the report, and what a person does next. */
  readonly next: readonly string[];
  /** Where the whole report is, for when it does not fit: one sentence. */
  readonly whole: string;
  /** As in `View`. */
  readonly suggestions: string;
  /** How many places are shown of each reason, how many conflicts and how many files of the diff. */
  readonly maxItems: number;
}

const MOST_ROWS = 100;
const WIDTH = 120;

/** The report as Markdown for a check run, a comment or a job summary; it keeps within the limit, and says what was cut. */
export function renderPullRequest(report: Report, view: PullRequestView, limit: TextLimit): string {
  const sums = totals(report);
  const plain = {
    ...view,
    palette: PLAIN,
    width: WIDTH,
    applyCommand: null,
    reportFile: null,
  };
  const vital = (lines: readonly string[]): Section => ({ text: lines.join("\n"), isVital: true });
  const other = (lines: readonly string[]): Section => ({ text: lines.join("\n"), isVital: false });
  const sections = [
    vital([`## ${headline(report, sums)}`]),
    ...view.next.map((text) => vital([text])),
    other(entryRows(report.outcomes, sums)),
    ...familySections(report, plain).map(other),
    other(conflictSection(sums, plain)),
    other(trustedSection(report, plain)),
    ...residueSections(sums, plain).map(other),
    other(suggestedSection(plain)),
    ...patches(view).map(other),
    ...report.notices.map((notice) => other([`> **Note:** ${escapeMarkdown(notice)}`])),
    vital([footer(report, view)]),
  ];
  return fitSections(
    sections.filter(({ text }) => text !== ""),
    limit,
    view.whole,
  );
}

/** One row an entry: what it changes, and how much of each reason it leaves. */
function entryRows(outcomes: readonly ReportOutcome[], sums: Totals): readonly string[] {
  if (outcomes.length === 0) return [];
  const reasons = RESIDUE_REASONS.filter((reason) => outcomes.some((o) => left(o, reason) > 0));
  const rows = outcomes
    .slice(0, MOST_ROWS)
    .map((o) => [
      escapeMarkdown(o.entry),
      markdownCode(o.target),
      escapeMarkdown(o.kind),
      entryResult(o, sums),
      ...reasons.map((reason) => String(left(o, reason))),
    ]);
  const head = ["entry", "rename", "kind", "result", ...reasons];
  const more = outcomes.length - rows.length;
  return [
    row(head),
    row(head.map(() => "---")),
    ...rows.map(row),
    ...(more > 0 ? ["", `… and ${count(more, "more entry", "more entries")} in the report.`] : []),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function left({ residue }: ReportOutcome, reason: ResidueReason): number {
  return residue.filter((item) => item.reason === reason).length;
}

/** Each file a section of its own, so that as many come as fit. */
function patches({ changes, maxItems }: PullRequestView): readonly (readonly string[])[] {
  const shown = changes.slice(0, maxItems).map((change) => {
    const lines = fromBytes(filePatch(change)).trimEnd().split("\n");
    return [
      `<details><summary>${markdownCode(change.newPath)}</summary>`,
      "",
      ...markdownBlock(lines.map(escapeText), "diff"),
      "",
      "</details>",
    ];
  });
  const more = changes.length - shown.length;
  return more > 0 ? [...shown, [`… and ${count(more, "more file")} in the patch.`]] : shown;
}

/** The patch is a byte string. What is no UTF-8 in it shows as a replacement character. */
function fromBytes(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(text, (byte) => byte.charCodeAt(0)));
}

function footer(report: Report, { plans }: PullRequestView): string {
  const engine = `${report.engine.name} ${report.engine.version}`;
  const server = report.server.name === "" ? "" : `, ${report.server.name} ${report.server.version}`;
  const names = plans.map(markdownCode).join(", ");
  return `<sub>Plan: ${names}. Report ${report.report_digest.slice(0, 12)}, by ${escapeMarkdown(engine + server)}.</sub>`;
}
