import type { ResidueItem } from "../model/residue-item.ts";
import { wordOffsets } from "../python/words.ts";
import type { DecidedEntry } from "./decisions.ts";
import { lastOf } from "./module-map.ts";
import type { OffsetEdit } from "./offset-edit.ts";
import type { TextFile } from "./source-file.ts";

/**
 * The edit that renames a place that is left: exactly the old text becomes the new one, and never inside a longer word. Null where
 * the place does not spell it.
 */
export function decidedEdit(
  { text, lines }: TextFile,
  { line, column }: ResidueItem,
  { old, new: to }: DecidedEntry,
): OffsetEdit | null {
  const at = lines.offsetAt({ line: line - 1, character: column - 1 });
  const end = at + lines.lineText(line - 1).length - (column - 1);
  for (const [from, newText] of spellings(old, to)) {
    const found = wordOffsets(text, from, at, end);
    // What is left can start in front of the name: at the quote of a literal.
    const start = found.includes(at) ? at : found.length === 1 ? found[0] : undefined;
    if (start === undefined || isPartOfWord(text, start, start + from.length)) continue;
    return { start, end: start + from.length, newText };
  }
  return null;
}

/** A dotted path can stand as a whole, with slashes, or as its last name where the rest stays. */
function spellings(old: string, to: string): readonly (readonly [string, string])[] {
  if (!/^[\p{XID_Continue}.]+$/u.test(old) || !old.includes(".")) return [[old, to]];
  const slashes = (path: string): string => path.replaceAll(".", "/");
  const parent = (path: string): string => path.slice(0, -lastOf(path).length);
  const last = parent(old) === parent(to) ? [[lastOf(old), lastOf(to)] as const] : [];
  return [[old, to], [slashes(old), slashes(to)], ...last];
}

function isPartOfWord(text: string, start: number, end: number): boolean {
  return (
    /[\p{XID_Continue}]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^[\p{XID_Continue}]/u.test(text.slice(end, end + 2))
  );
}
