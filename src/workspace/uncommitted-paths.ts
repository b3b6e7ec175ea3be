import { gitOutput } from "./git.ts";

/**
 * What in a work tree differs from its commit: changed, deleted and new paths that git does not ignore, and those that a
 * sparse checkout leaves out. POSIX, relative to the top; new folders as one path.
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
  const tagged = await gitOutput(root, ["ls-files", "-z", "-t", "--sparse"]);
  return [
    ...lines(output).map((line) => line.slice(3)),
    ...lines(tagged)
      .filter((line) => line.startsWith("S "))
      .map((line) => line.slice(2)),
  ];
}

function lines(output: Buffer): readonly string[] {
  return output
    .toString("utf8")
    .split("\0")
    .filter((line) => line !== "");
}
