import type { Grammar } from "../../python/grammar.ts";
import type { Leaf } from "../../python/leaves.ts";
import { leaves } from "../../python/leaves.ts";
import type { EditSpan } from "./changed-text.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";
import type { PlannedWords } from "./planned-words.ts";

/** A name in a file whose meaning is to be the same before and after. Offsets in the two texts. */
export interface AskedPlace {
  readonly before: number;
  /** More than one where a dotted path is rewritten as a whole: any of its names may be the one that corresponds. */
  readonly after: readonly number[];
  readonly isEdited: boolean;
  /** It is all of a string in a file that lists what it exports: the server does not resolve it, and checks it. */
  readonly isExport: boolean;
  /** It is the end of a dotted path, or of an import, that is rewritten as a whole. */
  readonly isPath: boolean;
  /** It stands behind a dotted path on a line with an edit. */
  readonly isBehindPath: boolean;
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
  const hasExports = file.before.includes("__all__");
  const found: AskedPlace[] = [];
  for (const leaf of leaves(grammar, file.before)) {
    const isName = leaf.type === "identifier";
    if (!isName && leaf.type !== "string_content" && !isTypeComment(leaf.text)) continue;
    for (const match of leaf.text.matchAll(WORD)) {
      const start = leaf.start + match.index;
      const end = start + match[0].length;
      const isExport = !isName && leaf.text === match[0] && hasExports;
      const span = file.spans.find((s) => s.start < end && start < s.end);
      const isExact = span !== undefined && span.start === start && span.end === end && isOneName(span, file);
      if (isExact && !(words.movesModules && isWayTo(leaf, end, file))) {
        found.push({ ...PLAIN, before: start, after: [span.newStart], isEdited: true, isExport });
      }
      if (span !== undefined) continue;
      const isOnLine = isName && isChanging && isOnEditedLine(start, file);
      if (
        !words.names.has(match[0].normalize("NFKC")) &&
        !isOnLine &&
        !(isName && isChanging && leaf.inImport)
      ) {
        continue;
      }
      const isBehindPath = isOnLine && file.before[start - 1] === ".";
      found.push({
        ...PLAIN,
        before: start,
        after: [file.moved(start).from],
        isExport,
        isBehindPath,
      });
    }
  }
  return [...found, ...pathEnds(file, words)].sort((a, b) => a.before - b.before);
}

const PLAIN = { isEdited: false, isExport: false, isPath: false, isBehindPath: false };

/** A part of a path that only leads to what is asked about as well: a package in front of a dot, or of a `from` import. */
function isWayTo(leaf: Leaf, end: number, file: ChangedFile): boolean {
  const behind = file.before.slice(end, end + 200);
  if (leaf.type === "identifier" && /^\s*\./.test(behind)) return true;
  return leaf.inImport && IMPORTS_NAMES.test(behind);
}

/** Behind the module of a `from` import that has no star. */
const IMPORTS_NAMES = /^\s*(?:\\\s*)?import\b(?!\s*\(?\s*\*)/;

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
    if (IMPORTS_NAMES.test(file.before.slice(end, end + 200))) return [];
    const [was, is] = [code(file.before.slice(start, end)), code(file.after.slice(newStart, newEnd))];
    const [old, all] = [[...was.matchAll(WORD)].at(-1), [...is.matchAll(WORD)]];
    if (old === undefined || (old[0] === was && all[0]?.[0] === is) || all.length === 0) return [];
    if (all.every(([now]) => now !== old[0] && !words.mayArrive(now))) return [];
    const after = all.filter(([now]) => !KEYWORDS.has(now)).map(({ index }) => newStart + index);
    return [{ ...PLAIN, before: start + old.index, after, isEdited: true, isPath: true }];
  });
}

function isOneName({ newStart, newEnd }: EditSpan, { after }: ChangedFile): boolean {
  return /^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(after.slice(newStart, newEnd));
}

const KEYWORDS: ReadonlySet<string> = new Set(["import", "from", "as"]);

/** Comments blanked out. */
function code(text: string): string {
  return text.replace(/#.*/g, (comment) => " ".repeat(comment.length));
}
