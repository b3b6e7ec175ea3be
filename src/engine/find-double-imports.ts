import type { ImportStatement } from "../python/import-statements.ts";
import { folderOf, isInit } from "../python/module-path.ts";
import type { World } from "./imported-files.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { StagedTree } from "./staged-tree.ts";

/**
 * Modules and packages that the interpreter would load twice after a move, since the tree imports them, or a package around them,
 * under two names. A sentence each.
 */
export async function findDoubleImports(
  moves: readonly PlannedMove[],
  paths: Iterable<string>,
  staged: StagedTree,
): Promise<readonly string[]> {
  const before = new Map<string, Set<string>>();
  const after = new Map<string, Set<string>>();
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other in memory
    collect(await staged.before.imports(path), staged.before, before);
    // oxlint-disable-next-line no-await-in-loop
    collect(await staged.after.imports(staged.newPath(path)), staged.after, after);
  }
  const found = new Set<string>();
  for (const [old, to] of moves.flatMap(({ files }) => [...files])) {
    const wasDouble = around(old).some((place) => (before.get(place)?.size ?? 0) > 1);
    const place = around(to).find((candidate) => (after.get(candidate)?.size ?? 0) > 1);
    if (place === undefined || wasDouble) continue;
    const names = [...(after.get(place) ?? [])].sort().join(" and as ");
    found.add(
      `${place} is imported as ${names}, so Python loads it twice: two copies of its classes and of its state. Import it under one name.`,
    );
  }
  return [...found];
}

/** Under which absolute names files and the packages around them are imported. */
function collect(
  statements: readonly ImportStatement[],
  { tree }: World,
  names: Map<string, Set<string>>,
): void {
  const note = (dotted: string): void => {
    const [file, ...others] = tree.filesOf(dotted).filter(({ stub }) => !stub);
    // One of several files that the name could mean; which, the import path of a run says.
    if (file === undefined || others.length > 0) return;
    const parts = dotted.split(".");
    for (const place of around(file.path)) {
      if (parts.length === 0) break;
      names.set(place, (names.get(place) ?? new Set()).add(parts.join(".")));
      parts.pop();
    }
  };
  for (const statement of statements) {
    if (statement.kind === "import") for (const { path } of statement.items) note(path);
    else if (statement.dots === 0) {
      note(statement.path);
      for (const { path } of statement.items) note(`${statement.path}.${path}`);
    }
  }
}

/** A file, and the folders around it, the nearest first; the folder stands for the `__init__` in it. */
function around(path: string): readonly string[] {
  const found = isInit(path) ? [] : [path];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) found.push(folder);
  return found;
}
