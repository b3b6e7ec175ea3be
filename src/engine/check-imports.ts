import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isInit } from "../python/module-path.ts";
import { importedFiles } from "./imported-files.ts";
import type { StagedTree } from "./staged-tree.ts";

/**
 * Holds what the imports of each file lead to after the plan against what they led to before, file by file, with nothing but
 * paths: an oracle that shares no rule with the rewriting. Paths are those before the plan.
 */
export async function checkImports(
  paths: Iterable<string>,
  staged: StagedTree,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const path of paths) {
    const newPath = staged.newPath(path);
    // oxlint-disable-next-line no-await-in-loop -- one file after the other in memory
    const [before, after] = [await staged.before.imports(path), await staged.after.imports(newPath)];
    const led = new Set(
      before.flatMap((statement) => importedFiles(statement, path, staged.before)).map(staged.newPath),
    );
    const leads = new Set(after.flatMap((statement) => importedFiles(statement, newPath, staged.after)));
    const lost = [...led].find((file) => !leads.has(file));
    const gained = [...leads].find(
      (file) => !led.has(file) && !isInit(file) && staged.oldPath(file) === file,
    );
    if (lost === undefined && gained === undefined) continue;
    const what = lost === undefined ? `would also lead to ${gained}` : `would not lead to ${lost} any more`;
    const message = `The imports of ${path} ${what}. Nothing was written. If it names the module from another import root, import it there as the entry names it; else please report this.`;
    conflicts.push(conflict("module/imports", "", message, { path }));
  }
  return conflicts;
}
