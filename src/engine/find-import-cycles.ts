import { importGraph } from "./import-graph.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { StagedTree } from "./staged-tree.ts";

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
