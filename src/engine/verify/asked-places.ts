import type { Grammar } from "../../python/grammar.ts";
import { leaves } from "../../python/leaves.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";
import type { PlannedWords } from "./planned-words.ts";

/** A name in a file whose meaning is to be the same before and after. Offsets in the two texts. */
export interface AskedPlace {
  readonly before: number;
  readonly after: number;
  readonly isEdited: boolean;
}

/** The files that there is something to ask about: those that hold a name, and those that change. */
export function askedFiles(
  { files }: ChangedTree,
  words: PlannedWords,
  grammar: Grammar,
): ReadonlyMap<ChangedFile, readonly AskedPlace[]> {
  return new Map(
    [...files.values()]
      .map((file) => [file, askedPlaces(file, words, grammar)] as const)
      .filter(([file, places]) => places.length > 0 || file.spans.length > 0),
  );
}

/**
 * Every place of an old or a new name that the server could know something about, edited or not. In files that change because
 * of a module, also every name in imports, and on lines with an edit: what a dotted path leads to can change behind it.
 */
function askedPlaces(file: ChangedFile, words: PlannedWords, grammar: Grammar): readonly AskedPlace[] {
  const isMoving = file.path !== file.newPath;
  const isChanging = words.movesModules && (isMoving || file.spans.length > 0);
  const found: AskedPlace[] = [];
  for (const leaf of leaves(grammar, file.before)) {
    const isName = leaf.type === "identifier";
    if (!isName && leaf.type !== "string_content" && !isTypeComment(leaf.text)) continue;
    for (const match of leaf.text.matchAll(WORD)) {
      const start = leaf.start + match.index;
      const end = start + match[0].length;
      const span = file.spans.find((s) => s.start < end && start < s.end);
      const isExact = span !== undefined && span.start === start && span.end === end;
      if (isExact) found.push({ before: start, after: span.newStart, isEdited: true });
      if (span !== undefined) continue;
      const isAsked =
        words.names.has(match[0].normalize("NFKC")) ||
        (isName && isChanging && (leaf.inImport || isOnEditedLine(start, file)));
      if (isAsked) found.push({ before: start, after: file.moved(start).from, isEdited: false });
    }
  }
  return [...found, ...pathEnds(file, words)].sort((a, b) => a.before - b.before);
}

const WORD = /[\p{XID_Start}_][\p{XID_Continue}]*/gu;

function isTypeComment(text: string): boolean {
  return /^#\s*type\s*:/.test(text);
}

function isOnEditedLine(offset: number, file: ChangedFile): boolean {
  const { line } = file.linesBefore.positionAt(offset);
  return file.spans.some(
    ({ start, end }) =>
      file.linesBefore.positionAt(start).line <= line && line <= file.linesBefore.positionAt(end).line,
  );
}

/** The last names of dotted paths that are rewritten as a whole. */
function pathEnds(file: ChangedFile, words: PlannedWords): readonly AskedPlace[] {
  return file.spans.flatMap(({ start, end, newStart, newEnd }) => {
    const [was, is] = [file.before.slice(start, end), file.after.slice(newStart, newEnd)];
    const [old, now] = [[...was.matchAll(WORD)].at(-1), [...is.matchAll(WORD)].at(-1)];
    if (old === undefined || now === undefined || old[0] === was) return [];
    const isSamePath = old[0] === now[0] || (words.mayLeave(old[0]) && words.mayArrive(now[0]));
    if (!isSamePath) return [];
    return [{ before: start + old.index, after: newStart + now.index, isEdited: true }];
  });
}
