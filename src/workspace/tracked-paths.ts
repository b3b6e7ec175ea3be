import { gitTopLevel } from "./git-top-level.ts";
import { gitOutput } from "./git.ts";

/**
 * Which of some paths git's index has: these move with it. POSIX, relative to the root; none where there is no git. Rejects
 * with a WorkspaceError when git fails.
 */
export async function trackedPaths(root: string, paths: Iterable<string>): Promise<ReadonlySet<string>> {
  const asked = new Set(paths);
  if (asked.size === 0 || (await gitTopLevel(root)) === null) return new Set();
  const listed = (await gitOutput(root, ["ls-files", "-z", "--cached"])).toString("utf8").split("\0");
  return asked.intersection(new Set(listed));
}
