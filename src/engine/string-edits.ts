import type { StringTarget } from "../model/plan.ts";
import type { ResidueReason } from "../model/residue-item.ts";
import type { Grammar } from "../python/grammar.ts";
import { resolveEscapes } from "../python/literal-value.ts";
import type { PlacedLiteral, TextParts } from "../python/string-literals.ts";
import { textParts } from "../python/string-literals.ts";
import { writeLiteral } from "../python/write-literal.ts";
import type { OffsetEdit } from "./offset-edit.ts";
import { matchText, matchValue } from "./string-match.ts";

/** A place that an entry matches and does not rewrite. */
export interface LeftText {
  readonly start: number;
  readonly reason: ResidueReason;
  readonly detail: string;
}

/** What one entry makes of one text. */
export interface StringFindings {
  readonly edits: readonly OffsetEdit[];
  readonly left: readonly LeftText[];
}

/** Something in a Python text can be the old text: as it is written, by escapes, or across adjacent literals. */
export function mayHold(text: string, target: StringTarget): boolean {
  const { old, kind } = target;
  if (text.includes(old) || (kind === "path" && pathInParts(text, old).length > 0)) return true;
  const resolved = text.includes("\\") ? resolveEscapes(text) : text;
  return resolved.includes(old) || resolved.replace(ADJACENT, "").includes(old);
}

const ADJACENT = /["']\s*(?:\\\r?\n\s*)?[rRbBuU]{0,2}["']/g;

/** Where a path stands in parts: `join("a", "b")`, `Path("a") / "b"`. */
export function pathInParts(text: string, path: string): readonly number[] {
  const parts = path.split("/");
  if (parts.length < 2 || !parts.every((part) => text.includes(part))) return [];
  const gap = String.raw`(?:/|["'](?:\s*\)\s*|\s*)[,/]\s*[rRbBuU]{0,2}["'])`;
  const pattern = new RegExp(`["']${parts.map((part) => RegExp.escape(part)).join(gap)}["']`, "g");
  return [...text.matchAll(pattern)]
    .filter(([found]) => found.slice(1, -1) !== path)
    .map(({ index }) => index);
}

/** The parts of a Python text that the entries can be about; null for one that does not parse. */
export function partsOf(text: string, targets: readonly StringTarget[], grammar: Grammar): TextParts | null {
  if (!grammar.accepts(text)) return null;
  return textParts(grammar, text, (content) => targets.some(({ old }) => content.includes(old)));
}

/** The literals of a Python text that are the old text, and every other place that holds it. */
export function editsInPython(text: string, target: StringTarget, parts: TextParts | null): StringFindings {
  if (parts === null) {
    const left = matchText(text, target).map(({ start }) => ({
      start,
      reason: "string_literal" as const,
      detail: "a file that does not parse",
    }));
    return { edits: [], left };
  }
  const { literals, comments, joined } = parts;
  const edits: OffsetEdit[] = [];
  const left: LeftText[] = [];
  for (const literal of literals) {
    const edit = editOf(literal, target);
    if (edit !== null) {
      edits.push(edit);
      continue;
    }
    const written = matchText(literal.content, target);
    const reason = literal.isDocstring ? "docstring" : "string_literal";
    for (const { start } of written)
      left.push({ start: literal.contentStart + start, reason, detail: detailOf(literal) });
    const isSpelled =
      written.length === 0 &&
      literal.content.includes("\\") &&
      matchText(literal.value ?? "", target).length > 0;
    if (isSpelled)
      left.push({ start: literal.start, reason, detail: `${literal.place} that spells it by escapes` });
  }
  for (const { start, end, value } of joined) {
    const isSeen = left.some((place) => start <= place.start && place.start < end);
    if (!isSeen && matchText(value, target).length > 0)
      left.push({
        start,
        reason: "string_literal",
        detail: "a string in several pieces, which together hold it",
      });
  }
  for (const start of target.kind === "path" ? pathInParts(text, target.old) : [])
    left.push({ start, reason: "string_literal", detail: "a path that is put together from parts" });
  for (const { start, end } of comments) {
    for (const match of matchText(text.slice(start, end), target))
      left.push({ start: start + match.start, reason: "comment", detail: "a comment" });
  }
  return { edits, left };
}

function detailOf(literal: PlacedLiteral): string {
  if (literal.isDocstring) return "a docstring";
  if (literal.value === null) return `${literal.place}, made when it runs, that holds it`;
  return literal.isAdjacent ? literal.place : `${literal.place} that holds it and more`;
}

function editOf(literal: PlacedLiteral, target: StringTarget): OffsetEdit | null {
  const { value, content, contentStart, isDocstring, isAdjacent } = literal;
  if (value === null || isDocstring || isAdjacent) return null;
  const at = matchValue(value, target);
  const isPlain = !/["'\\\n]/.test(target.new);
  // What bytes literals hold beyond ASCII depends on an encoding that nobody names.
  // oxlint-disable-next-line no-control-regex
  const isAscii = !literal.isBytes || /^[\x00-\x7f]*$/.test(target.old);
  if (at === null || (literal.isNested && !isPlain) || !isAscii) return null;
  if (value === content) {
    const newText = writeLiteral(target.new, literal);
    const start = contentStart + at;
    return newText === null ? null : { start, end: start + target.old.length, newText };
  }
  const renamed = value.slice(0, at) + target.new + value.slice(at + target.old.length);
  const newText = writeLiteral(renamed, literal);
  return newText === null ? null : { start: contentStart, end: contentStart + content.length, newText };
}

/** Formats whose strings have escapes of their own. */
const ESCAPED = /\.(?:json\w*|ipynb|geojson|webmanifest|toml|lock|ya?ml)$|(?:^|\/)(?:Pipfile|\.\w+rc)$/i;

/** The same of a text that is no Python. */
export function editsInText(path: string, text: string, target: StringTarget): StringFindings {
  const isEscaped = ESCAPED.test(path) && /["\\\n\t]/.test(target.old + target.new);
  const edits: OffsetEdit[] = [];
  const left: LeftText[] = [];
  for (const { start, end, isWhole } of matchText(text, target)) {
    if (isWhole && !isEscaped) edits.push({ start, end, newText: target.new });
    else if (isWhole)
      left.push({ start, reason: "out_of_scope", detail: "a text that has to be escaped in this file" });
    else left.push({ start, reason: "out_of_scope", detail: "a part of something longer" });
  }
  return { edits, left };
}
