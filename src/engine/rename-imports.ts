import type { ImportItem, ImportStatement } from "../python/import-statements.ts";
import { importedPath } from "../python/standpoint.ts";
import { importSource } from "./import-source.ts";
import type { Standpoint } from "../python/standpoint.ts";
import type { ModuleMap } from "./module-map.ts";
import { lastOf, parentOf } from "./module-map.ts";
import type { OffsetEdit } from "./offset-edit.ts";

/** What decides about one file's imports. */
export interface ImportContext {
  readonly text: string;
  readonly map: ModuleMap;
  readonly before: Standpoint;
  readonly after: Standpoint;
  /** Offsets of names in imports that denote something else than their path says. */
  readonly strangers: ReadonlySet<number>;
  /** The old binding stays, under `as`, where an item without alias gets another name: by the offset of the item. */
  readonly keepsBinding: (item: ImportItem) => boolean;
  /** What has to be imported besides by a plain import, since uses in the file read it. */
  readonly stillNeeded: (item: ImportItem) => readonly string[];
}

/** The edits that make the imports of a file name what they named before, wherever it is afterwards. */
export function renameImports(
  statements: readonly ImportStatement[],
  context: ImportContext,
): readonly OffsetEdit[] {
  return statements.flatMap((statement) =>
    statement.kind === "import" ? plain(statement.items, context) : fromImport(statement, context),
  );
}

function plain(items: readonly ImportItem[], context: ImportContext): readonly OffsetEdit[] {
  const { map, strangers, stillNeeded, keepsBinding } = context;
  return items.flatMap((item) => {
    const renamed = map.renamed(item.path);
    if (strangers.has(item.start)) return [];
    const more =
      item.alias === null
        ? stillNeeded(item)
            .map((path) => `, ${path}`)
            .join("")
        : "";
    if (renamed !== item.path && keepsBinding(item))
      return [{ ...item.pathSpan, newText: `${renamed} as ${item.path}${more}` }];
    if (renamed !== item.path) return [{ ...item.pathSpan, newText: renamed + more }];
    return more === "" ? [] : [{ start: item.end, end: item.end, newText: more }];
  });
}

type FromImport = ImportStatement & { readonly kind: "from" };

/** An item that goes to another package than the rest of its statement. */
interface Departure {
  readonly item: ImportItem;
  readonly renamed: string;
}

function fromImport(statement: FromImport, context: ImportContext): readonly OffsetEdit[] {
  const { map, before, after, strangers } = context;
  const source = importedPath(statement, before);
  const isStranger = statement.path !== "" && strangers.has(statement.moduleSpan.start);
  const newSource = isStranger ? source : map.renamed(source);
  const edits: OffsetEdit[] = [];
  const leaving: Departure[] = [];
  for (const item of statement.items) {
    const full = source === "" ? item.path : `${source}.${item.path}`;
    const isModule = map.entryOf(full)?.old === full && !strangers.has(item.start);
    const renamed = isModule ? map.renamed(full) : null;
    if (renamed === null) continue;
    if (parentOf(renamed) === newSource) {
      if (lastOf(renamed) !== item.path)
        edits.push({ ...item.pathSpan, newText: bound(item, renamed, context) });
    } else leaving.push({ item, renamed });
  }
  const [first] = leaving;
  if (first !== undefined && leaving.length === statement.items.length) {
    const parents = new Set(leaving.map(({ renamed }) => parentOf(renamed)));
    if (parents.size > 1 || parents.has("")) {
      const texts = departures(leaving, statement, context);
      const { start, end } = statement;
      return [{ start, end, newText: texts.join(separator(statement, context)) }];
    }
    const names = leaving.map(({ item, renamed }) => ({
      ...item.pathSpan,
      newText: bound(item, renamed, context),
    }));
    return [moduleEdit(statement, parentOf(first.renamed), context), ...names].filter((edit) =>
      changes(edit, context.text),
    );
  }
  if (importedPath(statement, after) !== newSource) edits.push(moduleEdit(statement, newSource, context));
  if (leaving.length > 0) {
    edits.push(...removals(statement, leaving, context.text));
    const between = separator(statement, context);
    const comment = between === "; " ? "" : (COMMENT.exec(context.text.slice(statement.end))?.[0] ?? "");
    const repeated = DIRECTIVE.test(comment) ? comment : "";
    const at = statement.end + comment.length;
    const more = departures(leaving, statement, context);
    const newText = more.map((text) => between + text + repeated).join("");
    edits.push({ start: at, end: at, newText });
  }
  return edits.filter((edit) => changes(edit, context.text));
}

/** A comment behind a statement belongs to its first line. */
const COMMENT = /^[ \t]*#[^\r\n]*/;

/** What is told to tools holds for each part of a statement that is split. */
const DIRECTIVE = /^\s*#\s*(?:noqa|type:\s*ignore|pylint:|pragma:|mypy:|pyright:|ruff:|isort:)/i;

function moduleEdit(
  { dots, moduleSpan }: FromImport,
  module: string,
  { after, text }: ImportContext,
): OffsetEdit {
  const source = importSource(module, dots > 0, after);
  // `from.mod import x` and `from .import x` need no blank.
  const before = /\w/.test(text.charAt(moduleSpan.start - 1)) && !source.startsWith(".") ? " " : "";
  const behind = /\w/.test(text.charAt(moduleSpan.end)) && !source.endsWith(".") ? " " : "";
  return { ...moduleSpan, newText: before + source + behind };
}

/** Blanks between the parts of a path are no difference. */
function changes({ start, end, newText }: OffsetEdit, text: string): boolean {
  return text.slice(start, end).replace(/\\?\s/g, "") !== newText || start === end;
}

/** `new`, or `new as old` where the file keeps the old name. */
function bound(item: ImportItem, renamed: string, { keepsBinding }: ImportContext): string {
  const last = lastOf(renamed);
  return item.alias === null && keepsBinding(item) ? `${last} as ${item.path}` : last;
}

/** Statements for what leaves, one for each package it goes to. */
function departures(
  leaving: readonly Departure[],
  statement: FromImport,
  context: ImportContext,
): readonly string[] {
  const groups = new Map<string, string[]>();
  const top: string[] = [];
  for (const { item, renamed } of leaving) {
    const last = lastOf(renamed);
    const alias = item.alias ?? (last !== item.path && context.keepsBinding(item) ? item.path : null);
    const text = alias === null ? last : `${last} as ${alias}`;
    const parent = parentOf(renamed);
    if (parent === "") top.push(`import ${text}`);
    else groups.set(parent, [...(groups.get(parent) ?? []), text]);
  }
  const froms = [...groups].map(([parent, names]) => {
    const source = importSource(parent, statement.dots > 0, context.after);
    return `from ${source} import ${names.join(", ")}`;
  });
  return [...top, ...froms];
}

/** A new line with the indentation of the statement; a semicolon where the statement shares its line. */
function separator({ start, end }: FromImport, { text }: ImportContext): string {
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
  const before = text.slice(lineStart, start);
  const behind = /^[ \t]*;/.test(text.slice(end));
  if (!/^[ \t\f\uFEFF]*$/.test(before) || behind) return "; ";
  const newLine = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return newLine + before.replace("\uFEFF", "");
}

/** Takes items out of a list with the commas that part them from their neighbours; comments stay. */
function removals({ items }: FromImport, leaving: readonly Departure[], text: string): readonly OffsetEdit[] {
  const gone = new Set(leaving.map(({ item }) => item));
  const edits: OffsetEdit[] = [];
  for (let first = 0; first < items.length; first++) {
    const kept = items.findIndex((item, index) => index >= first && !gone.has(item));
    const last = kept === -1 ? items.length : kept;
    const run = items.slice(first, last);
    if (run.length === 0) continue;
    const [before, behind] = [items[first - 1], items[last]];
    const start = before?.end ?? run[0]?.start ?? 0;
    const end = before === undefined ? (behind?.start ?? start) : (run.at(-1)?.end ?? start);
    const hasComment = text.slice(start, end).includes("#");
    edits.push(
      ...(hasComment ? run.flatMap((item) => aroundComments(item, text)) : [{ start, end, newText: "" }]),
    );
    first = last;
  }
  return edits;
}

/** An item, and the comma behind it, wherever comments stand; its line when nothing else is on it. */
function aroundComments({ start, end }: ImportItem, text: string): readonly OffsetEdit[] {
  const gap = /^(?:\s|#[^\r\n]*)*/.exec(text.slice(end))?.[0] ?? "";
  const comma = text.charAt(end + gap.length) === "," ? end + gap.length : null;
  if (comma !== null && gap.includes("#")) {
    return [
      { start, end, newText: "" },
      { start: comma, end: comma + 1, newText: "" },
    ];
  }
  const behind = comma === null ? end : comma + 1;
  const lineStart = start - (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  const lineEnd = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(behind))?.[0].length;
  const isOwnLine = lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
  if (isOwnLine && lineEnd !== undefined) return [{ start: lineStart, end: behind + lineEnd, newText: "" }];
  const after = /^[ \t]*/.exec(text.slice(behind))?.[0].length ?? 0;
  return [{ start, end: behind + after, newText: "" }];
}
