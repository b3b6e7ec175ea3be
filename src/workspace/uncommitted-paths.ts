import { gitOutput } from "./git.ts";

/**
 * What in a work tree differs from its commit: changed, deleted and new paths that git does not ignore, POSIX and
 * relative to the top; new folders as one path.
 */
export async function uncommittedPaths(root: string): Promise<readonly string[]> {
  const output = await gitOutput(root, [
    "status",
    "--porcelain=v1",
    "-z",
    "--untracked-files=normal",
    "--no-renames",
    "--ignore-submodules=all",
  ]);
  return output
    .toString("utf8")
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => line.slice(3));
}
