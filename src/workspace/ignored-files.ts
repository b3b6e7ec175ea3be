import { gitTopLevel } from "./git-top-level.ts";
import { gitOutput } from "./git.ts";

/**
 * What git ignores in a folder: files, and folders of which it ignores everything, with a slash behind. POSIX, relative to the
 * root; none where there is no git. Compiled modules are left out. Rejects with a WorkspaceError when git fails.
 */
export async function ignoredFiles(root: string, folder: string): Promise<readonly string[]> {
  if ((await gitTopLevel(root)) === null) return [];
  const options = ["--others", "--ignored", "--exclude-standard", "--directory"];
  const output = await gitOutput(root, ["ls-files", "-z", ...options, "--", `:(literal)${folder}`]);
  return output
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && !/(?:^|\/)__pycache__\/|\.py[co]$/.test(path));
}
