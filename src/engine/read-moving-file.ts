import { importStatements } from "../python/import-statements.ts";
import type { ImportItem, ImportStatement } from "../python/import-statements.ts";
import { folderOf, isInit, moduleBelow } from "../python/module-path.ts";
import { readModule } from "../python/read-module.ts";
import type { Standpoint } from "../python/standpoint.ts";
import { importedPath } from "../python/standpoint.ts";
import type { CommentToken, NameToken, StringToken, Token } from "../python/token.ts";
import type { Chain } from "./module-chains.ts";
import { moduleChains } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import type { Renamed } from "./module-map.ts";
import { lastOf } from "./module-map.ts";
import type { ModuleMeaning } from "./module-meaning.ts";
import { importMeaning } from "./module-meaning.ts";
import type { PackageAttribute } from "./package-attribute.ts";
import { packageAttribute } from "./package-attribute.ts";
import type { SourceFile } from "./source-file.ts";

/** One file, read for moves. */
export interface MovingFile {
  readonly file: SourceFile;
  readonly statements: readonly ImportStatement[];
  /** Its names, in order. */
  readonly names: readonly NameToken[];
  /** As absolute imports of other files name it. */
  readonly module: string;
  readonly before: Standpoint;
  readonly after: Standpoint;
  readonly chains: readonly Chain[];
  /** Offsets of names in imports that denote something else than their path says. */
  readonly strangers: ReadonlySet<number>;
  /** Names in imports of which nobody can tell what they denote. */
  readonly doubts: readonly Doubt[];
}

/** An offset, and why the name there cannot be followed. */
export interface Doubt {
  readonly offset: number;
  readonly detail: string;
}

/** Reads a file, and asks the server about the paths in its imports. */
export async function readMovingFile(scanned: SourceFile, context: ModuleContext): Promise<MovingFile> {
  const { map, grammar, moved } = context;
  const module = moduleUnder(scanned.path, context);
  const newPath = moved.get(scanned.path) ?? scanned.path;
  const statements = importStatements(grammar, scanned.text);
  const asked = [
    ...context.names,
    ...boundNames(statements).filter((name) => leadsToMoved(name, scanned.text, context)),
  ];
  const isRead = asked.every((name) => context.scanned.has(name) || !scanned.text.includes(name));
  const file = isRead ? scanned : { ...scanned, reading: readModule(grammar, scanned.text, new Set(asked)) };
  const { reading } = file;
  const names = reading.tokens
    .flatMap((t): readonly NameToken[] =>
      t.kind === "name" ? [t] : isTypeName(t, file.text) ? [asName(t)] : [],
    )
    .sort((a, b) => a.start - b.start);
  const before = { module, isPackage: isInit(scanned.path) };
  return {
    file,
    statements,
    names,
    module: context.tree.moduleOf(scanned.path),
    before,
    after: { module: map.renamed(module), isPackage: isInit(newPath) },
    chains: moduleChains(names, file.text, before),
    ...(await strangers(statements, file, before, context)),
  };
}

/** A variable in a quoted annotation or a type comment. */
function isTypeName(token: Token, text: string): token is StringToken | CommentToken {
  if (text.charAt(token.start - 1) === ".") return false;
  if (token.kind === "comment") return token.typeComment;
  return (
    token.kind === "string" &&
    !token.pieces &&
    (token.role === "annotation" || token.role === "type_argument")
  );
}

function asName({ name, start, end, scope }: Token): NameToken {
  const nothing = { binding: null, source: null, imports: null, decorators: [], inHeaderOf: null } as const;
  return { kind: "name", name, start, end, scope, ...nothing };
}

/**
 * The dotted name of a file, as the entries of the plan count: under the import root of the nearest of them, also through
 * folders that are no regular packages.
 */
export function moduleUnder(path: string, { roots, tree }: Pick<ModuleContext, "roots" | "tree">): string {
  const around = roots.filter((root) => root === "" || path.startsWith(`${root}/`));
  const root = around.sort((a, b) => b.length - a.length)[0];
  if (root === undefined) return tree.moduleOf(path);
  return moduleBelow(root, path);
}

/** A name is read with attributes behind it of which one is called like a module that moves. */
function leadsToMoved(name: string, text: string, { olds }: ModuleContext): boolean {
  const lasts = [...new Set(olds.map(lastOf))].map((last) => RegExp.escape(last)).join("|");
  return new RegExp(`\\b${RegExp.escape(name)}\\s*\\.(?:\\s*\\w+\\s*\\.)*\\s*(?:${lasts})\\b`).test(text);
}

/** What imports bind: names under which a module, or a package around it, can be reached. */
function boundNames(statements: readonly ImportStatement[]): readonly string[] {
  return statements.flatMap(({ items }) => items.map(({ alias, path }) => alias ?? path.split(".")[0] ?? ""));
}

/** Asks the server about every path in an import that would be rewritten. */
async function strangers(
  statements: readonly ImportStatement[],
  file: SourceFile,
  before: Standpoint,
  context: ModuleContext,
): Promise<Pick<MovingFile, "strangers" | "doubts">> {
  const { map } = context;
  const found = new Set<number>();
  const doubts: Doubt[] = [];
  // A name from another import root counts where the server confirms it.
  const isStrange = (meaning: ModuleMeaning, dotted: string): boolean =>
    meaning === "other" || (meaning === "unknown" && isUnconfirmed(map.entryOf(dotted)));
  const look = async (dotted: string, at: number, key: number, isRelative: boolean): Promise<void> => {
    if (map.entryOf(dotted) === null) return;
    const way = isRelative ? "relative" : "import";
    const beside = isRelative ? null : besideScript(dotted, file.path, context);
    const meaning = beside ?? (await importMeaning(dotted, way, file, at, context));
    if (isStrange(meaning, dotted)) found.add(key);
    if (meaning === "unknown" && isUnconfirmed(map.entryOf(dotted)) && /\bsys\.path\b/.test(file.text)) {
      const detail = "may be the module, by an import path that the file puts together";
      doubts.push({ offset: at, detail });
    }
  };
  for (const statement of statements) {
    if (statement.kind === "import") {
      for (const item of statement.items) {
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        await look(item.path, lastNameOf(item), item.start, false);
      }
      continue;
    }
    const source = importedPath(statement, before);
    // What git ignores moves along in the eyes of the package around it.
    const isOwn =
      statement.dots > 0 &&
      map.entryOf(source) !== null &&
      map.entryOf(source) === map.entryOf(before.module);
    if (statement.path !== "" && !isOwn) {
      const at = statement.moduleSpan.end - lastOf(statement.path).length;
      // oxlint-disable-next-line no-await-in-loop
      await look(source, at, statement.moduleSpan.start, statement.dots > 0);
    }
    for (const item of statement.items) {
      const full = source === "" ? item.path : `${source}.${item.path}`;
      if (map.entryOf(full)?.old !== full) continue;
      const offset = item.pathSpan.start;
      // oxlint-disable-next-line no-await-in-loop
      const beside = statement.dots === 0 ? besideScript(full, file.path, context) : null;
      // oxlint-disable-next-line no-await-in-loop
      const meaning = beside === "other" ? beside : await importMeaning(full, "from", file, offset, context);
      const attribute: PackageAttribute =
        beside === "other" ? { kind: beside } : packageAttribute(full, meaning, context);
      if (attribute.kind === "doubtful") doubts.push({ offset, detail: attribute.detail });
      else if (isStrange(attribute.kind, full)) found.add(item.start);
    }
  }
  return { strangers: found, doubts };
}

/** The server does not look beside a script in a package; there is nothing else that the name could be. */
function isUnconfirmed(entry: Renamed | null): boolean {
  return entry?.isOtherName === true && entry.onlyIn === undefined;
}

/** Python looks beside a script before anywhere else; null where nothing is there, or the folder is a package. */
function besideScript(dotted: string, path: string, { tree, moved }: ModuleContext): ModuleMeaning | null {
  const folder = folderOf(path);
  const beside = tree.isPackage(folder) ? [] : tree.filesOf(dotted).filter(({ root }) => root === folder);
  if (beside.length === 0) return null;
  return beside.some((file) => moved.has(file.path)) ? "moved" : "other";
}

function lastNameOf({ path, pathSpan }: ImportItem): number {
  return pathSpan.end - lastOf(path).length;
}
