/** Finds whole words: a name with no character on either side that could continue an identifier. */

const CONTINUES = /[\p{XID_Continue}]/u;

/** Offsets (UTF-16) of `name` in `text` where it stands as a whole word. */
export function wordOffsets(text: string, name: string, from = 0, to = text.length): readonly number[] {
  const found: number[] = [];
  for (
    let at = text.indexOf(name, from);
    at !== -1 && at + name.length <= to;
    at = text.indexOf(name, at + 1)
  ) {
    if (!continuesBefore(text, at, from) && !continuesAfter(text, at + name.length, to)) found.push(at);
  }
  return found;
}

const ESCAPE_BEFORE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[a-zA-Z])$/;
/** The end of one literal and the beginning of the next, which may spell a name together. */
const ADJACENT = /([\p{XID_Continue}]+)["']\s*[rRbBuUfF]{0,2}["']([\p{XID_Continue}]+)/gu;

/** Offsets where adjacent literals may spell a word that holds one of the names. */
export function adjacentPieces(text: string, names: Iterable<string>): readonly number[] {
  const all = [...names];
  return [...text.matchAll(ADJACENT)]
    .filter(([, before = "", behind = ""]) => all.some((name) => (before + behind).includes(name)))
    .map((match) => match.index);
}

/** A quick look before parsing: can the name stand in the text as a word, also behind an escape in a literal? */
export function mayStand(text: string, name: string): boolean {
  let found = false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    found = true;
    if (continuesAfter(text, at + name.length, text.length)) continue;
    if (!continuesBefore(text, at, 0) || ESCAPE_BEFORE.test(text.slice(Math.max(0, at - 10), at)))
      return true;
  }
  return found && adjacentPieces(text, [name]).length > 0;
}

function continuesBefore(text: string, at: number, from: number): boolean {
  if (at <= from) return false;
  const low = text.charCodeAt(at - 1);
  const before =
    low >= 0xdc00 && low <= 0xdfff && at - 2 >= from ? text.slice(at - 2, at) : text.charAt(at - 1);
  return CONTINUES.test(before);
}

function continuesAfter(text: string, at: number, to: number): boolean {
  if (at >= to) return false;
  return CONTINUES.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

const WITH_NON_ASCII = /[\p{XID_Start}_]\p{XID_Continue}*/gu;
// oxlint-disable-next-line no-control-regex -- the range of ASCII is meant
const ASCII_ONLY = /^[\x00-\x7f]*$/;

export interface Spelling {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a name of `names` is spelled in another way that Python reads as the same identifier (NFKC), such as with a
 * ligature or full-width letters.
 */
export function otherSpellings(text: string, names: ReadonlySet<string>): readonly Spelling[] {
  if (ASCII_ONLY.test(text)) return [];
  const found: Spelling[] = [];
  for (const match of text.matchAll(WITH_NON_ASCII)) {
    const word = match[0];
    if (ASCII_ONLY.test(word) || names.has(word)) continue;
    if (names.has(word.normalize("NFKC"))) found.push({ start: match.index, end: match.index + word.length });
  }
  return found;
}
