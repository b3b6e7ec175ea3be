import { escapeText } from "../escape-text.ts";

const NAMED: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Text from a repository as the content of an element or of a quoted attribute; what cannot be seen is written as an escape. */
export function escapeHtml(text: string): string {
  return escapeText(text).replace(/[&<>"']/g, (character) => NAMED.get(character) ?? "");
}

/** A value for an attribute that a program reads: nothing but what HTML needs is escaped. */
export function htmlValue(text: string): string {
  return text.replace(
    /[&<>"'\p{Cc}]/gu,
    (character) => NAMED.get(character) ?? `&#${character.codePointAt(0) ?? 0};`,
  );
}
