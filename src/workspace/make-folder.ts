import { mkdirSync, realpathSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";
import { confine } from "./confine.ts";
import { syncFolder, type Step } from "./replace-file.ts";
import { errorCode } from "./workspace-error.ts";

/** Makes a folder of the repository. Throws when one above it is no plain folder (any more), or when there is one already. */
export function makeFolder(root: string, path: string, step: Step): void {
  const absolute = confine(root, path);
  if (!isPlainFolder(dirname(absolute)))
    throw new Error("a folder above it changed while the run was writing");
  mkdirSync(absolute);
  step("folder made");
  syncFolder(dirname(absolute));
}

/** Removes a folder of the repository, if it is one and empty; false when it is still there. */
export function removeEmptyFolder(root: string, path: string, step: Step): boolean {
  const absolute = confine(root, path);
  try {
    if (!isPlainFolder(absolute)) return false;
    rmdirSync(absolute);
  } catch (error) {
    if (KEPT.has(errorCode(error))) return false;
    throw error;
  }
  step("folder removed");
  return true;
}

/** Not empty, in use, or gone already. */
const KEPT: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "EBUSY", "ENOENT", "ENOTDIR"]);

/** What lies behind a link belongs to somebody else. */
function isPlainFolder(absolute: string): boolean {
  return realpathSync(absolute) === absolute;
}
