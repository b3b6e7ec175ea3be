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
  /** What has to stay importable under its old root besides a plain import that moves to another: `import a.b`. */
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
  const { map, strangers, stillNeeded } = context;
  return items.flatMap((item) => {
    const renamed = map.renamed(item.path);
    if (renamed === item.path || strangers.has(item.start)) return [];
    const needed = item.alias === null ? stillNeeded(item) : [];
    return [{ ...item.pathSpan, newText: [renamed, ...needed].join(", ") }];
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
    const more = departures(leaving, statement, context);
    const between = separator(statement, context);
    edits.push({
      start: statement.end,
      end: statement.end,
      newText: more.map((text) => between + text).join(""),
    });
  }
  return edits.filter((edit) => changes(edit, context.text));
}

function moduleEdit({ dots, moduleSpan }: FromImport, module: string, { after }: ImportContext): OffsetEdit {
  return { ...moduleSpan, newText: importSource(module, dots > 0, after) };
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

/** Takes items out of a list, each with the comma that parts it from a neighbour; comments stay. */
function removals(
  { items, moduleSpan }: FromImport,
  leaving: readonly Departure[],
  text: string,
): readonly OffsetEdit[] {
  const gone = new Set(leaving.map(({ item }) => item));
  const isBracketed = text.slice(moduleSpan.end, items[0]?.start).includes("(");
  if (isBracketed) return [...gone].map((item) => outOfBrackets(item, text));
  const edits: OffsetEdit[] = [];
  for (const [index, item] of items.entries()) {
    if (!gone.has(item)) continue;
    const before = items.slice(0, index).findLast((other) => !gone.has(other));
    const next = items[index + 1];
    // Without brackets no comma may be the last.
    if (before !== undefined)
      edits.push({ start: items[index - 1]?.end ?? item.start, end: item.end, newText: "" });
    else if (next !== undefined) edits.push({ start: item.start, end: next.start, newText: "" });
  }
  return edits;
}

/** The item, its comma, and its line when nothing else is on it. */
function outOfBrackets({ start, end }: ImportItem, text: string): OffsetEdit {
  const behind = end + (/^\s*,/.exec(text.slice(end, end + 400))?.[0].length ?? 0);
  const blanks = /[ \t]*$/.exec(text.slice(Math.max(0, start - 400), start))?.[0].length ?? 0;
  const lineStart = start - blanks;
  const lineEnd = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(behind, behind + 400))?.[0].length;
  const isOwnLine = lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
  if (isOwnLine && lineEnd !== undefined) return { start: lineStart, end: behind + lineEnd, newText: "" };
  const after = /^[ \t]*/.exec(text.slice(behind))?.[0].length ?? 0;
  return { start, end: behind + after, newText: "" };
}
