import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { WorkspaceError } from "./workspace-error.ts";

/** Folders of tools; without git there is no ignore file that would name them. */
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__"]);

/**
 * The paths of all that is no folder below a root, POSIX and relative, unsorted. Links are listed and not followed. A
 * virtual environment (a folder with `pyvenv.cfg`, PEP 405) is skipped: it holds installed packages, nobody's own code.
 * Throws a WorkspaceError for a folder that cannot be read.
 */
export function walkFolder(root: string): readonly string[] {
  const paths: string[] = [];
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(root, folder)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) paths.push(path);
      else if (!SKIPPED.has(entry.name) && !existsSync(join(root, path, "pyvenv.cfg"))) pending.push(path);
    }
  }
  return paths;
}

function entriesOf(root: string, folder: string) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (cause) {
    throw new WorkspaceError(`the folder ${join(root, folder)} cannot be listed; make it readable`, {
      cause,
    });
  }
}
