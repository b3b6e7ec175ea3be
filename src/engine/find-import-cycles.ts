import { folderOf } from "../python/module-path.ts";
import { importedFiles } from "./imported-files.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { StagedTree, TreeSide } from "./staged-tree.ts";

/**
 * Circular imports that moves make. Who imports a module runs the `__init__` of every package around it first, but those that
 * the importer itself is in: they run already. A module that goes to another package makes its importers run what is around it
 * there, and runs what it has left. A sentence each.
 */
export async function findImportCycles(
  moves: readonly PlannedMove[],
  paths: Iterable<string>,
  { before, after, oldPath, newPath }: StagedTree,
): Promise<readonly string[]> {
  const [was, is] = [importGraph(before), importGraph(after)];
  const found = new Map<string, string>();
  for (const path of [...paths].filter((file) => file.endsWith(".py"))) {
    const file = newPath(path);
    // oxlint-disable-next-line no-await-in-loop -- one file after the other in memory
    const old = new Set((await was.runs(path)).map(newPath));
    // oxlint-disable-next-line no-await-in-loop
    for (const next of (await is.runs(file)).filter((target) => !old.has(target))) {
      if (found.has(next)) continue;
      // oxlint-disable-next-line no-await-in-loop
      const chain = (await is.reached(next)).chainTo(file);
      if (chain === null) continue;
      // oxlint-disable-next-line no-await-in-loop
      const [there, back] = [await was.reached(path), await was.reached(oldPath(next))];
      const isOld = there.chainTo(oldPath(next)) !== null && back.chainTo(path) !== null;
      if (isOld) continue;
      const last = chain.at(-2) ?? file;
      found.set(
        next,
        `The move makes a circular import: ${[file, ...chain].join(" -> ")}. Where ${file} is imported first, ${last} finds it half loaded. Choose another place, or import it in a function.`,
      );
    }
  }
  return moves.length === 0 ? [] : [...found.values()];
}

interface Reached {
  /** The shortest chain of imports to a file, both ends included; null when none leads there. */
  chainTo(file: string): readonly string[] | null;
}

function importGraph(side: TreeSide) {
  const edges = new Map<string, readonly string[]>();
  const known = new Map<string, Reached>();

  /** What the import of a file runs: what it imports while it is loaded, and the packages around that. */
  const runs = async (path: string): Promise<readonly string[]> => {
    const found = edges.get(path);
    if (found !== undefined) return found;
    const statements = (await side.imports(path)).filter(({ isLazy }) => !isLazy);
    const files = statements.flatMap((statement) => importedFiles(statement, path, side));
    const all = files
      .filter((file) => file.endsWith(".py"))
      .flatMap((file) => [...packagesAround(file, side.paths), file])
      .filter((file) => file !== path && !isInside(path, file));
    const result = [...new Set(all)];
    edges.set(path, result);
    return result;
  };

  const reached = async (start: string): Promise<Reached> => {
    const found = known.get(start);
    if (found !== undefined) return found;
    const from = new Map<string, string | null>([[start, null]]);
    // The map grows while it is walked, and gives its keys in the order in which they came.
    for (const path of from.keys()) {
      // oxlint-disable-next-line no-await-in-loop -- the next step depends on this one
      for (const next of await runs(path)) if (!from.has(next)) from.set(next, path);
    }
    const result: Reached = {
      chainTo(file) {
        if (!from.has(file)) return null;
        const chain: string[] = [];
        for (let at: string | null = file; at !== null; at = from.get(at) ?? null) chain.unshift(at);
        return chain;
      },
    };
    known.set(start, result);
    return result;
  };

  return { runs, reached };
}

/** The file lies in the package of an `__init__`. */
function isInside(path: string, init: string): boolean {
  return init.endsWith("/__init__.py") && path.startsWith(`${folderOf(init)}/`);
}

function packagesAround(path: string, paths: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    const init = `${folder}/__init__.py`;
    if (paths.has(init) && init !== path) found.push(init);
  }
  return found;
}
