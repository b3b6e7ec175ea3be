import { byReason } from "./by-reason.ts";
import { count } from "./count.ts";
import { escapeMarkdown, markdownBlock } from "./escape-markdown.ts";
import { escapeText } from "./escape-text.ts";
import { familyLines } from "./family-lines.ts";
import { placeLines } from "./place-lines.ts";
import { REASON_TEXT } from "./reason-text.ts";
import type { Report } from "./report.ts";
import { SUGGESTED } from "./suggested.ts";
import { trustedLines } from "./trusted-lines.ts";
import type { Totals } from "./totals.ts";
import type { View } from "./view.ts";

/** The conflicts as a list with code frames; no line where there is none. */
export function conflictSection({ conflicts }: Totals, view: View): readonly string[] {
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

/** One foldable block a family. */
export function familySections(report: Report, view: View): readonly (readonly string[])[] {
  return familyLines(report, view.maxItems).map(({ title, lines }) =>
    foldable(escapeMarkdown(title), markdownBlock(lines)),
  );
}

/** What the plan's author takes on trust. */
export function trustedSection(report: Report, view: View): readonly string[] {
  const trusted = trustedLines(report, view.maxItems);
  if (trusted === null) return [];
  return foldable(escapeMarkdown(trusted.title), markdownBlock(trusted.lines), "open");
}

/** One foldable block a reason; the reasons that block are open. */
export function residueSections({ blocking, left }: Totals, view: View): readonly (readonly string[])[] {
  return byReason([...blocking, ...left]).map(({ reason, items }) => {
    const shown = items.slice(0, view.maxItems);
    const isBlocking = blocking.some((item) => item.reason === reason);
    const body = isBlocking
      ? shown
          .flatMap((item) => [...unindent(placeLines(item, "", escapeText(item.detail), view)), ""])
          .slice(0, -1)
      : shown.map((item) => escapeText(`${item.path}:${item.line}:${item.column}  ${item.text}`));
    const summary = `<b>${count(items.length, "place")}</b> ${REASON_TEXT[reason]} [${reason}]`;
    const content = [...markdownBlock(body), ...more(items.length, view)];
    return foldable(summary, content, isBlocking ? "open" : "closed");
  });
}

/** What the plan could say of the places that name what is renamed. */
export function suggestedSection({ suggestions }: View): readonly string[] {
  if (suggestions === "") return [];
  return foldable(SUGGESTED, markdownBlock(suggestions.trimEnd().split("\n").map(escapeText), "toml"));
}

function foldable(
  summary: string,
  content: readonly string[],
  state: "open" | "closed" = "closed",
): readonly string[] {
  const tag = state === "open" ? "<details open>" : "<details>";
  return [`${tag}<summary>${summary}</summary>`, "", ...content, "", "</details>"];
}

function more(total: number, view: View): readonly string[] {
  return total <= view.maxItems
    ? []
    : ["", `… and ${count(total - view.maxItems, "more", "more")} in the report.`];
}

function unindent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.slice(2));
}
