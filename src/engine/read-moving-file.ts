import { importStatements } from "../python/import-statements.ts";
import type { ImportItem, ImportStatement } from "../python/import-statements.ts";
import { isInit, moduleBelow } from "../python/module-path.ts";
import { readModule } from "../python/read-module.ts";
import type { Standpoint } from "../python/standpoint.ts";
import { importedPath } from "../python/standpoint.ts";
import type { NameToken } from "../python/token.ts";
import type { Chain } from "./module-chains.ts";
import { moduleChains } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import { lastOf } from "./module-map.ts";
import type { ModuleMeaning } from "./module-meaning.ts";
import { moduleMeaning } from "./module-meaning.ts";
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
  const reading = readModule(grammar, scanned.text, new Set([...context.names, ...boundNames(statements)]));
  const file = { ...scanned, reading };
  const names = reading.tokens.filter((t): t is NameToken => t.kind === "name");
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
    meaning === "other" || (meaning === "unknown" && map.entryOf(dotted)?.isOtherName === true);
  const look = async (dotted: string, at: number, key: number): Promise<void> => {
    if (map.entryOf(dotted) === null) return;
    if (isStrange(await moduleMeaning(file, at, context), dotted)) found.add(key);
  };
  for (const statement of statements) {
    if (statement.kind === "import") {
      for (const item of statement.items) {
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        await look(item.path, lastNameOf(item), item.start);
      }
      continue;
    }
    const source = importedPath(statement, before);
    if (statement.path !== "") {
      const at = statement.moduleSpan.end - lastOf(statement.path).length;
      // oxlint-disable-next-line no-await-in-loop
      await look(source, at, statement.moduleSpan.start);
    }
    for (const item of statement.items) {
      const full = source === "" ? item.path : `${source}.${item.path}`;
      // oxlint-disable-next-line no-await-in-loop
      if (map.entryOf(full)?.old !== full) continue;
      const offset = item.pathSpan.start;
      // oxlint-disable-next-line no-await-in-loop
      const attribute = await packageAttribute(full, file, offset, context);
      if (attribute.kind === "doubtful") doubts.push({ offset, detail: attribute.detail });
      else if (isStrange(attribute.kind, full)) found.add(item.start);
    }
  }
  return { strangers: found, doubts };
}

function lastNameOf({ path, pathSpan }: ImportItem): number {
  return pathSpan.end - lastOf(path).length;
}
