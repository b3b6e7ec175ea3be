import { residueItem } from "../residue/classify.ts";
import { importGraph } from "./import-graph.ts";
import type { Mention } from "./module-mentions.ts";
import { stemOf } from "./plan-moves.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { ModuleFindings } from "./rename-modules.ts";
import type { SourceFile } from "./source-file.ts";
import type { StagedTree } from "./staged-tree.ts";

/**
 * Places that read a package by its whole path while it is being loaded. At the top that works; in another package it is no
 * attribute of that one before it is loaded (reference, "Submodules").
 */
export async function earlyReads(
  found: ReadonlyMap<SourceFile, ModuleFindings>,
  moves: readonly PlannedMove[],
  { after, newPath }: StagedTree,
): Promise<readonly Mention[]> {
  const mentions: Mention[] = [];
  const graph = importGraph(after);
  for (const { target, files, kind, root } of moves) {
    if (kind !== "package" || target.old.includes(".") || !target.new.includes(".")) continue;
    const init = `${stemOf(root, target.new)}/__init__.py`;
    // oxlint-disable-next-line no-await-in-loop -- one a package
    const reached = await graph.reached(init);
    for (const [file, { read }] of found) {
      if (read.length === 0 || !files.has(file.path)) continue;
      const path = newPath(file.path);
      if (reached.chainTo(path) === null) continue;
      const detail = `reads ${target.new} while that is loaded; a from import works there`;
      mentions.push(
        ...read.map((token) => ({ target, item: residueItem(token, file, "unresolved", detail) })),
      );
    }
  }
  return mentions;
}
