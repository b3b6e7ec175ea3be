import type { ModuleTarget } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { lineIndex } from "../model/line-index.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { StringLiteral } from "../python/string-literals.ts";
import { stringLiterals } from "../python/string-literals.ts";
import { residueAt } from "../residue/classify.ts";
import { foreignPlace } from "../residue/foreign-text.ts";
import { moduleDefines } from "./module-defines.ts";
import type { ModuleMap } from "./module-map.ts";
import { lastOf, parentOf } from "./module-map.ts";
import { ownPackage } from "./import-source.ts";
import { pathInParts } from "./string-edits.ts";
import type { Standpoint } from "../python/standpoint.ts";
import { baseOf } from "../python/module-path.ts";
import type { OffsetEdit } from "./offset-edit.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { Standpoints } from "./relative-literals.ts";
import { relativeLiteral } from "./relative-literals.ts";
import { isFileOf, occurrences, pathOffsets, patterns, spellings } from "./path-places.ts";
import { riskOf } from "./risky-literals.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface MentionContext {
  readonly map: ModuleMap;
  readonly tree: ModuleTree;
  readonly moves: readonly PlannedMove[];
  readonly session: Session;
  readonly grammar: Grammar;
  /** Where a file stands before and after the plan. */
  standpoints(path: string): Standpoints;
}

export interface Mentions {
  /** Literals that are the module's path and nothing else can be. */
  readonly edits: readonly OffsetEdit[];
  readonly residue: readonly Mention[];
}

/** A place that spells the path of a module, and the entry that it is about. */
export interface Mention {
  readonly target: ModuleTarget;
  readonly item: ResidueItem;
}

/** A file that imports by names that it puts together. */
const DYNAMIC =
  /\b(?:import_module|__import__|__getattr__|import_string|importorskip|find_spec|resolve_name)\b/;

/** By these a string is a module's name, whatever it looks like. */
const TAKES_MODULE = /\b(?:import_module|__import__|importorskip|sys\.modules)\s*[([]\s*$/;

/** Strings and comments of a Python file that spell the path of a module that moves. */
export async function moduleMentions(
  file: SourceFile,
  rewritten: readonly OffsetEdit[],
  context: MentionContext,
): Promise<Mentions> {
  if (isAllCode(file.text, rewritten, context.moves)) return { edits: [], residue: [] };
  const edits: OffsetEdit[] = [];
  const residue: Mention[] = [];
  const { text } = file;
  const literals = stringLiterals(context.grammar, text);
  const done = new Set<number>();
  const olds = context.moves.map(({ target }) => target.old);
  const isDynamic = DYNAMIC.test(text);
  for (const literal of literals) {
    const relative = relativeLiteral(literal, text, context.standpoints(file.path), context.map, olds);
    if (relative.kind === "edit") {
      const start = literal.contentStart;
      edits.push({ start, end: start + literal.content.length, newText: relative.newText });
    } else if (relative.kind === "unresolved") {
      const owner =
        context.moves.find(({ target }) => literal.content.endsWith(lastOf(target.old))) ?? context.moves[0];
      if (owner !== undefined) {
        const item = residueAt(literal.start, file, "unresolved", relative.detail);
        residue.push({ target: owner.target, item });
      }
    }
    const end =
      isDynamic && relative.kind === "nothing"
        ? pathEnd(literal, context.standpoints(file.path).before, context.moves)
        : null;
    if (end !== null) {
      const detail = "the end of the module's path, in a file that imports by name";
      residue.push({ target: end.target, item: residueAt(literal.start, file, end.reason, detail) });
    }
    // The name alone is a path where a package is put in front of it.
    const bare =
      isDynamic && !literal.isDocstring
        ? context.moves.find(({ target }) => literal.content === lastOf(target.old))
        : undefined;
    if (bare !== undefined && bare.target.old.includes(".")) {
      const item = residueAt(
        literal.start,
        file,
        "string_literal",
        "the last part of the module's path, in a file that imports by name",
      );
      residue.push({ target: bare.target, item });
    }
  }
  for (const literal of literals) {
    const before = text.slice(Math.max(0, literal.start - 60), literal.start);
    for (const { target } of context.moves) {
      const risk = riskOf(literal, before, target, context.tree);
      if (risk === null) continue;
      residue.push({ target, item: residueAt(literal.start, file, "unresolved", risk) });
      done.add(literal.start);
    }
    for (const move of context.moves) {
      if (done.has(literal.start) || !spellings(move).some((path) => literal.content.includes(path)))
        continue;
      // oxlint-disable-next-line no-await-in-loop -- seldom more than a few
      const newText = literal.isComposed
        ? null
        : await renamedLiteral(literal.content, move, file, literal.start, context);
      if (newText !== null && !literal.isDocstring) {
        edits.push(withoutRest(literal, newText, move.target));
        done.add(literal.start);
        break;
      }
    }
  }
  for (const { target, files } of context.moves) {
    for (const path of files.keys()) {
      if (!isFileOf(path, target)) continue;
      const detail = "a path of the module's file that is put together from parts";
      for (const offset of pathInParts(text, path))
        residue.push({ target, item: residueAt(offset, file, "string_literal", detail) });
      for (const literal of literals.filter(({ content }) => content === baseOf(path) && content !== path)) {
        const named = residueAt(literal.start, file, "string_literal", "the name of the module's file");
        residue.push({ target, item: named });
      }
    }
  }
  for (const move of context.moves) {
    for (const offset of pathOffsets(text, [...spellings(move), ...patterns(move)])) {
      const literal = literals.findLast(({ start, end }) => start <= offset && offset < end);
      if (literal !== undefined && done.has(literal.start)) continue;
      const reason =
        literal === undefined
          ? commentOrCode(text, offset)
          : literal.isDocstring
            ? "docstring"
            : "string_literal";
      if (reason === null) continue;
      residue.push({ target: move.target, item: residueAt(offset, file, reason, WORDS[reason]) });
    }
  }
  return { edits, residue };
}

/**
 * Every place of the text that spells a path, or the last part of one next to a quote or a dot in a literal, is in an edit of an
 * import or of a use: there is no literal to look at.
 */
function isAllCode(text: string, edits: readonly OffsetEdit[], moves: readonly PlannedMove[]): boolean {
  if (DYNAMIC.test(text)) return false;
  return moves.every((move) => {
    const { target, files } = move;
    const bases = [...files.keys()].filter((path) => isFileOf(path, target)).map((path) => baseOf(path));
    const parent = parentOf(target.old);
    const isParent = parent !== "" && [`"${parent}"`, `'${parent}'`].some((quoted) => text.includes(quoted));
    const isNamed = isParent || bases.some((base) => text.includes(base));
    const places = [...spellings(move), ...patterns(move)].flatMap((path) => occurrences(text, path));
    return !isNamed && places.every((at) => edits.some(({ start, end }) => start <= at && at < end));
  });
}

/** A literal that ends in the last part of a path, with dots or a place for a package in front: `.mod`, `{}.mod`. */
function pathEnd(
  { content, isDocstring }: StringLiteral,
  { module, isPackage }: Standpoint,
  moves: readonly PlannedMove[],
): { readonly target: ModuleTarget; readonly reason: "unresolved" | "string_literal" } | null {
  if (isDocstring) return null;
  for (const { target } of moves) {
    const [parent, last] = [parentOf(target.old), lastOf(target.old)];
    const front = content.endsWith(`.${last}`) ? content.slice(0, -last.length - 1) : null;
    if (parent === "" || front === null || !/^\.*$|(?:[})]|%s)$/.test(front)) continue;
    return { target, reason: ownPackage({ module, isPackage }) === parent ? "unresolved" : "string_literal" };
  }
  return null;
}

/** Names behind the path stay untouched: another entry may be about them, or say the same of the path. */
function withoutRest(
  { contentStart: start, content }: StringLiteral,
  newText: string,
  target: ModuleTarget,
): OffsetEdit {
  const rest = content.startsWith(target.old) ? content.slice(target.old.length) : "";
  const end = start + content.length - rest.length;
  return { start, end, newText: newText.slice(0, newText.length - rest.length) };
}

const WORDS: Readonly<Record<"docstring" | "string_literal" | "comment", string>> = {
  docstring: "a docstring that spells the path of the module",
  string_literal: "a string that spells the path of the module and is more, or less, than it",
  comment: "a comment",
};

/** Every place that spells the path of a module that moves, in a file that is no Python. */
export function mentionsInText(
  path: string,
  text: string,
  moves: readonly PlannedMove[],
): readonly Mention[] {
  const file = { path, lines: lineIndex(text) };
  const detailAt = (offset: number): string => {
    const { line, character } = file.lines.positionAt(offset);
    return foreignPlace(path, file.lines.lineText(line), character, 0).detail;
  };
  return moves.flatMap((move) =>
    pathOffsets(text, [...spellings(move), ...patterns(move)]).map((offset) => ({
      target: move.target,
      item: residueAt(offset, file, "out_of_scope", detailAt(offset)),
    })),
  );
}

function commentOrCode(text: string, offset: number): "comment" | null {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(lineStart, offset).includes("#") ? "comment" : null;
}

/** What a literal is afterwards when it is a path of the module, or one with a name of the module behind it; else null. */
async function renamedLiteral(
  content: string,
  { target, files, kind }: PlannedMove,
  file: SourceFile,
  start: number,
  context: MentionContext,
): Promise<string | null> {
  const newPath = files.get(content);
  if (newPath !== undefined && content.includes("/")) return newPath;
  const isPath = target.old.includes(".");
  if (content === target.old) {
    return isPath || TAKES_MODULE.test(file.text.slice(Math.max(0, start - 60), start)) ? target.new : null;
  }
  if (!content.startsWith(target.old)) return null;
  const rest = content.slice(target.old.length);
  const [, first, more] = /^[.:]([A-Za-z_]\w*)((?:\.\w+)*)$/.exec(rest) ?? [];
  if (first === undefined) return null;
  if (
    kind === "package" &&
    rest.startsWith(".") &&
    context.tree.filesOf(`${target.old}.${first}`).length > 0
  ) {
    // Behind a module that moves along anything may follow that is a name of it.
    const name = /^\.(\w+)/.exec(more ?? "")?.[1];
    if (name === undefined || (await moduleDefines(`${target.old}.${first}`, name, context)))
      return target.new + rest;
    return context.tree.filesOf(`${target.old}.${first}.${name}`).length > 0 ? target.new + rest : null;
  }
  return (await moduleDefines(target.old, first, context)) ? target.new + rest : null;
}
