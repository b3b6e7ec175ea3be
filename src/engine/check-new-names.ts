import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { isInit } from "../python/module-path.ts";
import { importedPath } from "../python/standpoint.ts";
import type { NameToken } from "../python/token.ts";
import { lastOf, parentOf } from "./module-map.ts";
import { placeAt } from "./place-at.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { LanguageServer } from "./ports.ts";
import { probeModule } from "./probe.ts";
import type { SourceFile } from "./source-file.ts";

export interface NewNameContext {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly tree: ModuleTree;
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
    conflicts.push(...inPackage(move, leaving, context));
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    conflicts.push(...(await amongLibraries(move, context)));
  }
  return conflicts;
}

/** Importing a module sets an attribute of its package, whatever the package had under that name. */
function inPackage(
  { target }: PlannedMove,
  leaving: ReadonlySet<string>,
  { files, tree }: NewNameContext,
): readonly Conflict[] {
  const name = lastOf(target.new);
  const parent = parentOf(target.new);
  if (parent === "") return [];
  for (const { path } of tree.filesOf(parent)) {
    const file = files.get(path);
    const bound = file?.reading.tokens.find(
      (t): t is NameToken =>
        t.kind === "name" &&
        t.name === name &&
        t.binding !== null &&
        t.scope === file.reading.module &&
        // A module that goes away itself, as in a swap.
        !(
          t.imports !== null &&
          leaving.has(importedPath(t.imports, { module: parent, isPackage: isInit(path) }))
        ),
    );
    if (file === undefined || bound === undefined) continue;
    const message = `${parent} has something called ${name} already, which the module ${target.new} would take the place of. Choose another name.`;
    return [conflict("name/taken", target.entry, message, placeAt(file, bound.start))];
  }
  return [];
}

async function amongLibraries(
  { target }: PlannedMove,
  { files, tree, server }: NewNameContext,
): Promise<readonly Conflict[]> {
  const top = target.new.split(".")[0] ?? "";
  if (tree.hasTopLevel(top)) return [];
  const imports = new RegExp(`^[ \\t]*(?:import\\b[^\\n#]*|from[ \\t]+)\\b${top}\\b`, "m");
  const importer = [...files.values()].find((file) => imports.test(file.text));
  if (importer === undefined) return [];
  const locations = await probeModule(server, top);
  if (!locations.some(({ path }) => path === null)) return [];
  const message = `${top} is a module of a library that ${importer.path} imports; the moved one would take its place there, or it the moved one's. Choose another name.`;
  return [conflict("module/shadows", target.entry, message, { path: importer.path })];
}
