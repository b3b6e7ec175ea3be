import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { posix } from "node:path";
import { confine } from "./confine.ts";
import { removeEmptyFolder } from "./make-folder.ts";
import type { Step } from "./replace-file.ts";
import { trackedPaths } from "./tracked-paths.ts";

/**
 * Removes the folders that held the given paths, which are gone, and those above as far as they are empty; never the root.
 * Compiled modules of Python keep no folder: a `__pycache__` of nothing but `*.pyc` files that git does not track goes too.
 *
 * This comes after the end of a run, when its journal is closed. So nothing that fails here is an error, and a kill leaves
 * empty folders at most, which git does not see.
 */
export async function removeEmptiedFolders(
  root: string,
  paths: readonly string[],
  step: Step,
): Promise<void> {
  const folders = new Set(paths.map((path) => posix.dirname(path)));
  for (const folder of folders) {
    try {
      for (let at = folder; at !== "."; at = posix.dirname(at)) {
        // oxlint-disable-next-line no-await-in-loop -- a folder can go only when those below it are gone
        await removeCompiled(root, at, step);
        if (!removeEmptyFolder(root, at, step)) break;
      }
    } catch {
      // See above.
    }
  }
}

/** Removes the compiled modules of a folder that holds nothing else. */
async function removeCompiled(root: string, folder: string, step: Step): Promise<void> {
  const cache = `${folder}/__pycache__`;
  const entries = readdirSync(confine(root, folder));
  if (entries.length !== 1 || entries[0] !== "__pycache__") return;
  if (!lstatSync(confine(root, cache)).isDirectory()) return;
  const compiled = readdirSync(confine(root, cache), { withFileTypes: true });
  if (!compiled.every((entry) => entry.isFile() && entry.name.endsWith(".pyc"))) return;
  const paths = compiled.map(({ name }) => `${cache}/${name}`);
  if ((await trackedPaths(root, paths)).size > 0) return;
  for (const path of paths) unlinkSync(confine(root, path));
  step("compiled modules removed");
  removeEmptyFolder(root, cache, step);
}
