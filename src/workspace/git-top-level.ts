import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "./confine.ts";
import { git } from "./git.ts";
import { realFolder } from "./real-folder.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

/**
 * The top folder of the git work tree that holds a folder: absolute, links resolved. Null when there is none. Rejects
 * with a WorkspaceError when the folder is not there, or when there is a repository that git cannot read.
 */
export async function gitTopLevel(folder: string): Promise<string | null> {
  const real = realFolder(folder);
  let result;
  try {
    result = await git(real, ["rev-parse", "--show-toplevel"]);
  } catch (error) {
    const missing = error instanceof WorkspaceError && errorCode(error.cause) === "ENOENT";
    if (missing && !belowDotGit(real)) return null;
    throw error;
  }
  if (result.code === 0) {
    const top = realFolder(result.stdout.toString("utf8").replace(/\r?\n$/, ""));
    if (isInside(top, real)) return top;
    throw new WorkspaceError(
      `the repository around ${folder} has its work tree elsewhere (core.worktree), in ${top}`,
    );
  }
  if (result.stderr.includes("not a git repository")) return null;
  throw new WorkspaceError(`git cannot read the repository around ${folder}: ${result.stderr}`);
}

/** Without git installed, only a folder that no repository holds may be treated as one without git. */
function belowDotGit(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}
