import type { StringTarget } from "../../model/plan.ts";
import type { Grammar } from "../../python/grammar.ts";
import type { Leaf } from "../../python/leaves.ts";
import { leaves } from "../../python/leaves.ts";
import type { ChangedFile } from "./changed-tree.ts";
import type { PlannedWords } from "./planned-words.ts";

/** The first token that is not what the entries make of the one before: offsets in the two texts. */
export interface TokenDifference {
  readonly before: number;
  readonly after: number;
}

/**
 * The tokens of a file are the same before and after, but for identifiers, and words in strings and comments, that an entry
 * renames. Where modules move, dotted paths may also grow or shrink by parts of the entries' paths, and import statements may
 * come and go as long as their words do not: all other words of all imports of the file are the same, as often as they were.
 */
export function verifyTokens(
  file: ChangedFile,
  words: PlannedWords,
  strings: readonly StringTarget[],
  grammar: Grammar,
): TokenDifference | null {
  // How the text of an entry is spelled in a literal, with escapes or without, is its own affair.
  const isSpelling = ({ type }: Leaf) => type === "string_content" || type === "escape_sequence";
  const read = (text: string) => {
    const list = withoutKeptNames(leaves(grammar, text), words.kept);
    return strings.length === 0 ? list : list.filter((leaf) => !isSpelling(leaf));
  };
  const [before, after] = [read(file.before), read(file.after)];
  const isSame = (old: Leaf, now: Leaf) =>
    old.text === now.text || (old.type === now.type && isRenamed(old, now, words, strings));
  if (before.length === after.length) {
    const first = before.findIndex((leaf, i) => !isSame(leaf, after[i] ?? leaf));
    if (first === -1) return null;
    if (!words.movesModules) return differenceAt(before[first], after[first], file);
  } else if (!words.movesModules) {
    const first = before.findIndex((leaf, i) => after[i] === undefined || !isSame(leaf, after[i]));
    return differenceAt(before[first], after[first === -1 ? before.length : first], file);
  }
  return compareImports(before, after, words, file) ?? compareCode(before, after, isSame, words, file);
}

/** Where a name is kept, `new as old` stands for `old`, and in `old as old` only the first is renamed. */
function withoutKeptNames(list: readonly Leaf[], kept: ReadonlyMap<string, string>): readonly Leaf[] {
  const olds = new Set(kept.values());
  return list.filter((leaf, i) => {
    const at = leaf.text === "as" ? i : i - 1;
    const [first, as, last] = [list[at - 1], list[at], list[at + 1]];
    if (!leaf.inImport || as?.text !== "as" || first === undefined || last === undefined) return true;
    return !(olds.has(last.text) && (first.text === last.text || kept.get(first.text) === last.text));
  });
}

/** The words of all imports of the file: what goes must be an entry's old path, what comes a new one. */
function compareImports(
  before: readonly Leaf[],
  after: readonly Leaf[],
  words: PlannedWords,
  file: ChangedFile,
): TokenDifference | null {
  const twice = TWICE.exec(file.after);
  if (twice !== null && !TWICE.test(file.before)) return { before: file.before.length, after: twice.index };
  const inImports = (list: readonly Leaf[]) => list.filter((leaf) => leaf.inImport);
  const [olds, nows] = [inImports(before), inImports(after)];
  const gone = surplus(olds, nows, leafText).find(
    ({ type, text }) => type === "identifier" && !words.mayLeave(text),
  );
  if (gone !== undefined) return differenceAt(gone, undefined, file);
  const known = new Set(olds.map(({ text }) => text));
  const isNew = ({ type, text }: Leaf) => type === "identifier" && !words.mayArrive(text) && !known.has(text);
  const come = surplus(nows, olds, leafText).find(isNew);
  return come === undefined ? null : differenceAt(undefined, come, file);
}

/** An import statement and the same again. */
const TWICE = /^([ \t]*(?:from|import)\b[^\r\n]*)\r?\n\1\r?$/m;

/** Everything else, in order; where two tokens differ, so may the rest of the dotted paths that they are in. */
function compareCode(
  before: readonly Leaf[],
  after: readonly Leaf[],
  isSame: (old: Leaf, now: Leaf) => boolean,
  words: PlannedWords,
  file: ChangedFile,
): TokenDifference | null {
  const outside = (list: readonly Leaf[]) => list.filter((leaf) => !leaf.inImport && leaf.text !== ";");
  const [olds, nows] = [outside(before), outside(after)];
  let [i, j] = [0, 0];
  while (i < olds.length || j < nows.length) {
    const [old, now] = [olds[i], nows[j]];
    if (old !== undefined && now !== undefined && isSame(old, now)) {
      i += 1;
      j += 1;
      continue;
    }
    const [oldEnd, nowEnd] = [pathEnd(olds, i), pathEnd(nows, j)];
    if (oldEnd === i && nowEnd === j) return differenceAt(old, now, file);
    const [was, is] = [olds.slice(i, oldEnd), nows.slice(j, nowEnd)];
    const isOff = (leaf: Leaf, may: (word: string) => boolean) =>
      leaf.type === "identifier" && !may(leaf.text);
    const gone = surplus(was, is, leafText).find((leaf) => isOff(leaf, words.mayLeave));
    const come = surplus(is, was, leafText).find((leaf) => isOff(leaf, words.mayArrive));
    if (gone !== undefined || come !== undefined) return differenceAt(gone ?? old, come ?? now, file);
    [i, j] = [oldEnd, nowEnd];
  }
  return null;
}

/** The end of the dotted path that goes on at an index; the index itself where none does. */
function pathEnd(list: readonly Leaf[], from: number): number {
  let end = from;
  for (let leaf = list[end]; leaf !== undefined; leaf = list[end]) {
    const previous = list[end - 1];
    const joins =
      leaf.text === "." || (leaf.type === "identifier" && (end === from || previous?.text === "."));
    if (!joins) break;
    end += 1;
  }
  return end;
}

function isRenamed(old: Leaf, now: Leaf, words: PlannedWords, strings: readonly StringTarget[]): boolean {
  if (old.type === "identifier") return words.becomes(old.text, now.text);
  if (old.type !== "string_content" && old.type !== "comment") return false;
  const [was, is] = [pieces(old.text), pieces(now.text)];
  const isPairwise =
    was.length === is.length && was.every((piece, i) => piece === is[i] || words.becomes(piece, is[i] ?? ""));
  if (isPairwise) return true;
  if (strings.some((entry) => old.text.includes(entry.old) && isReplaced(old.text, now.text, entry)))
    return true;
  if (!words.movesModules) return false;
  const [gone, come] = [surplus(was, is, itself), surplus(is, was, itself)];
  const isOnce = come.every((word, i) => isFiller(word) || come.indexOf(word) === i || gone.length > 1);
  return (
    isOnce &&
    gone.every((word) => isFiller(word) || words.mayLeave(word)) &&
    come.every((word) => isFiller(word) || words.mayArrive(word))
  );
}

/** The text between is that of the entry; a quote or a backslash in it is written as the literal needs it. */
function isReplaced(old: string, now: string, entry: StringTarget): boolean {
  const plain = (text: string) => text.replaceAll("\\", "");
  const parts = plain(old).split(plain(entry.old));
  return plain(now) === parts.join(plain(entry.new)) || plain(now).includes(plain(entry.new));
}

function pieces(text: string): readonly string[] {
  return text.match(/[\p{XID_Continue}]+|[^\p{XID_Continue}]/gu) ?? [];
}

function isFiller(piece: string): boolean {
  return /^[^\p{XID_Continue}]$/u.test(piece);
}

/** Those of a list that another one has less often, by their texts. */
function surplus<T>(list: readonly T[], other: readonly T[], textOf: (item: T) => string): readonly T[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(textOf(item), (left.get(textOf(item)) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(textOf(item)) ?? 0;
    left.set(textOf(item), count - 1);
    return count <= 0;
  });
}

const leafText = ({ text }: Leaf): string => text;
const itself = (word: string): string => word;

function differenceAt(old: Leaf | undefined, now: Leaf | undefined, file: ChangedFile): TokenDifference {
  return { before: old?.start ?? file.before.length, after: now?.start ?? file.after.length };
}
