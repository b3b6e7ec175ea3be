import { escapeText } from "./escape-text.ts";

const MARKUP = /[\\`*_[\]|~$]/g;
const HTML: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);
/** What GitHub makes a mention, an issue, a link or an emoji of; a comment behind the first part stops it. */
const LINKED = /@|#(?=\d)|\bGH-(?=\d)|\bwww(?=\.)|:(?=\/\/|[\w+-]+:)/gi;

/** Text from a repository within a line of GitHub's Markdown, to read as itself: no markup, no HTML, no link. */
export function escapeMarkdown(text: string): string {
  return escapeText(text)
    .replace(MARKUP, String.raw`\$&`)
    .replace(/[&<>]/g, (character) => HTML.get(character) ?? "")
    .replace(LINKED, "$&<!-- -->");
}

/** The same in a code face. */
export function markdownCode(text: string): string {
  return `<code>${escapeMarkdown(text)}</code>`;
}

/** Lines as a code block. They are escaped as for a terminal already; no fence in them ends the block. */
export function markdownBlock(lines: readonly string[], language = "text"): readonly string[] {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return [`${fence}${language}`, ...lines, fence];
}
