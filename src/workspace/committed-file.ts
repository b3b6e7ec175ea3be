import { gitOutput } from "./git.ts";

/** Every path of the commit that is checked out: POSIX, relative to the top of the work tree. */
export async function committedPaths(root: string): Promise<readonly string[]> {
  const output = await gitOutput(root, ["ls-tree", "-r", "-z", "--full-tree", "--name-only", "HEAD"]);
  return output
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
}

/**
 * The bytes of a regular file as the commit that is checked out has it, whatever lies in the work tree; null for
 * anything else (no such path, a link, a submodule).
 */
export async function committedFile(root: string, path: string): Promise<Uint8Array | null> {
  const listed = await gitOutput(root, [
    "--literal-pathspecs",
    "ls-tree",
    "-z",
    "--full-tree",
    "HEAD",
    "--",
    path,
  ]);
  const found = /^100(?:644|755) blob ([0-9a-f]+)\t([^\0]*)\0$/.exec(listed.toString("utf8"));
  if (found === null || found[2] !== path) return null;
  return gitOutput(root, ["cat-file", "blob", found[1] ?? ""]);
}
