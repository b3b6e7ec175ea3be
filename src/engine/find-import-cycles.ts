import { folderOf } from "../python/module-path.ts";
import { importedFiles } from "./imported-files.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { StagedTree, TreeSide } from "./staged-tree.ts";

/**
 * Circular imports that moves make: who imports a module runs the `__init__` of every package around it first, and a new package
 * can import the importer. A sentence each.
 */
export async function findImportCycles(
  moves: readonly PlannedMove[],
  paths: Iterable<string>,
  staged: StagedTree,
): Promise<readonly string[]> {
  const around = moves.flatMap((move) => newPackages(move, staged).map((init) => ({ init, move })));
  if (around.length === 0) return [];
  const found: string[] = [];
  const files = [...paths].map(staged.newPath);
  for (const { init, move } of around) {
    const own = new Set(move.files.values());
    const importers = new Set<string>();
    for (const file of files) {
      if (file.startsWith(`${folderOf(init)}/`)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one file after the other in memory
      if (!(await runs(file, staged.after)).some((path) => own.has(path))) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (!(await runs(staged.oldPath(file), staged.before)).includes(staged.oldPath(init)))
        importers.add(file);
    }
    // oxlint-disable-next-line no-await-in-loop
    const chain = await chainTo(importers, init, staged.after);
    if (chain === null) continue;
    const importer = chain.at(-1) ?? "";
    const cycle = [importer, ...chain].join(" -> ");
    found.push(
      `Moving to ${move.target.new} makes a circular import: ${cycle}. Where ${importer} is imported first, ${chain.at(-2) ?? ""} finds it half loaded. Move the module elsewhere, or import it in a function.`,
    );
  }
  return found;
}

/** The `__init__` files around the new place, which did not stand around the old one; empty ones that the plan makes apart. */
function newPackages({ files }: PlannedMove, { after, oldPath }: StagedTree): readonly string[] {
  const [first] = files;
  if (first === undefined) return [];
  const [old, to] = first;
  const own = new Set(files.values());
  return packagesAround(to, after.paths).filter(
    (init) => !own.has(init) && !old.startsWith(`${folderOf(oldPath(init))}/`),
  );
}

function packagesAround(path: string, paths: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const init = `${folder}/__init__.py`;
    if (paths.has(init) && init !== path) found.push(init);
  }
  return found;
}

/** What the import of a file runs: what it imports while it is loaded, and the packages around that. */
async function runs(path: string, side: TreeSide): Promise<readonly string[]> {
  const statements = (await side.imports(path)).filter(({ isLazy }) => !isLazy);
  const files = statements.flatMap((statement) => importedFiles(statement, path, side));
  return files.filter(isSource).flatMap((file) => [...packagesAround(file, side.paths), file]);
}

function isSource(path: string): boolean {
  return path.endsWith(".py");
}

/** The shortest chain of imports from a file to one of the targets, both included. */
async function chainTo(
  targets: ReadonlySet<string>,
  start: string,
  after: TreeSide,
): Promise<readonly string[] | null> {
  const from = new Map<string, string | null>([[start, null]]);
  // The map grows while it is walked, and gives its keys in the order in which they came.
  for (const path of from.keys()) {
    if (targets.has(path)) return chainBack(path, from);
    // oxlint-disable-next-line no-await-in-loop -- the next step depends on this one
    for (const next of await runs(path, after)) if (!from.has(next)) from.set(next, path);
  }
  return null;
}

function chainBack(end: string, from: ReadonlyMap<string, string | null>): readonly string[] {
  const chain: string[] = [];
  for (let at: string | null = end; at !== null; at = from.get(at) ?? null) chain.unshift(at);
  return chain;
}
