import { count } from "./count.ts";
import { escapeText } from "./escape-text.ts";
import type { Report } from "./report.ts";

/** The places that are rewritten on trust: a title, and a line a place. Null where there are none. */
export function trustedLines(
  { outcomes }: Report,
  most: number,
): { readonly title: string; readonly lines: readonly string[] } | null {
  const places = outcomes.flatMap(({ trusted = [] }) => trusted);
  const [first] = places;
  if (first === undefined) return null;
  const lines = places
    .slice(0, most)
    .map(({ path, line, column, text }) => escapeText(`${path}:${line}:${column}  ${text}`));
  if (places.length > most) lines.push(`… and ${count(places.length - most, "more", "more")} in the report.`);
  return { title: `${count(places.length, "place")} rewritten on trust [${first.policy}]`, lines };
}
