import { folderOf } from "../python/module-path.ts";
import { importedFiles } from "./imported-files.ts";
import type { TreeSide } from "./staged-tree.ts";

/** What importing files runs, directly and through others. */
export interface ImportGraph {
  /** What a file imports while it is loaded, and the packages around that, but those that the file is in: they run already. */
  readonly runs: (path: string) => Promise<readonly string[]>;
  readonly reached: (start: string) => Promise<Reached>;
}

export interface Reached {
  /** The shortest chain of imports to a file, both ends included; null when none leads there. */
  chainTo(file: string): readonly string[] | null;
}

export function importGraph(side: TreeSide): ImportGraph {
  const edges = new Map<string, readonly string[]>();
  const known = new Map<string, Reached>();

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
