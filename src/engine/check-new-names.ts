import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isInit } from "../python/module-path.ts";
import { importedPath } from "../python/standpoint.ts";
import type { NameToken } from "../python/token.ts";
import type { DefinitionContext } from "./module-defines.ts";
import { globalOffset, moduleDefines } from "./module-defines.ts";
import { lastOf, parentOf } from "./module-map.ts";
import { placeAt } from "./place-at.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { LanguageServer } from "./ports.ts";
import { probeModule } from "./probe.ts";
import type { SourceFile } from "./source-file.ts";

export interface NewNameContext extends DefinitionContext {
  /** `module.name` of symbols that get another name in the same plan. */
  readonly freed: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly server: LanguageServer;
}

/** What a module would hide, or be hidden by, under its new name. */
export async function checkNewNames(
  moves: readonly PlannedMove[],
  context: NewNameContext,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const leaving = new Set(moves.map(({ target }) => target.old));
  for (const move of moves.filter(({ target }) => target.old !== target.new)) {
    // oxlint-disable-next-line no-await-in-loop -- a few packages
    conflicts.push(...(await inPackage(move, leaving, context)));
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    conflicts.push(...(await amongLibraries(move, context)));
  }
  return conflicts;
}

/** Importing a module sets an attribute of its package, whatever the package had under that name. */
async function inPackage(
  { target }: PlannedMove,
  leaving: ReadonlySet<string>,
  context: NewNameContext,
): Promise<readonly Conflict[]> {
  const { files, tree, freed } = context;
  const name = lastOf(target.new);
  const parent = parentOf(target.new);
  if (parent === "") return [];
  const isFreed = ({ imports }: NameToken, path: string): boolean => {
    if (imports === null) return freed.has(target.new);
    const imported = importedPath(imports, { module: parent, isPackage: isInit(path) });
    return leaving.has(imported) || freed.has(imported);
  };
  for (const { path } of tree.filesOf(parent)) {
    const file = files.get(path);
    const bound = file?.reading.tokens.find(
      (t): t is NameToken =>
        t.kind === "name" &&
        t.name === name &&
        t.binding !== null &&
        t.scope === file.reading.module &&
        // A module that goes away itself, as in a swap, or a symbol that gets another name.
        !isFreed(t, path),
    );
    if (file === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop
    const offset = bound?.start ?? (await boundElsewhere(name, parent, file, context));
    if (offset === null) continue;
    const message = `${parent} has something called ${name} already, which the module ${target.new} would take the place of. Choose another name.`;
    return [conflict("name/taken", target.entry, message, placeAt(file, offset))];
  }
  return [];
}

/** A function that declares the name global, or a star import of a module that defines it: by offset, null for none. */
async function boundElsewhere(
  name: string,
  parent: string,
  { reading, text }: SourceFile,
  context: NewNameContext,
): Promise<number | null> {
  const declared = globalOffset(text, name);
  if (declared !== null) return declared;
  for (const star of reading.starImports) {
    const source = importedPath(star.source, { module: parent, isPackage: true });
    // oxlint-disable-next-line no-await-in-loop -- a few at most
    if (await moduleDefines(source, name, context)) return star.at;
  }
  return null;
}

async function amongLibraries(
  { target }: PlannedMove,
  { files, tree, server }: NewNameContext,
): Promise<readonly Conflict[]> {
  const top = target.new.split(".")[0] ?? "";
  if (tree.hasTopLevel(top)) return [];
  const imports = new RegExp(`^[ \\t]*(?:import\\b[^\\n#]*|from[ \\t]+)\\b${top}\\b`, "m");
  const importer = [...files.values()].find((file) => imports.test(file.text));
  if (importer !== undefined) {
    const message = `${top} is a module of a library that ${importer.path} imports; the moved one would take its place there, or it the moved one's. Choose another name.`;
    return [conflict("module/shadows", target.entry, message, { path: importer.path })];
  }
  // The standard library imports itself: `string` would be missed by `logging`.
  const locations = await probeModule(server, top);
  if (!locations.some(({ path, absolutePath }) => path === null && /\/stdlib\//.test(absolutePath)))
    return [];
  const message = `${top} is a module of the standard library, which other modules of it may import; the moved one would take its place there. Choose another name.`;
  return [conflict("module/shadows", target.entry, message)];
}
