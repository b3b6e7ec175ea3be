import type { ModuleTree } from "../python/module-path.ts";

/** Every import root that counts for a server, most specific first; "." is the root of the repository. */
export function importRoots(
  tree: ModuleTree,
  givenRoots: readonly string[] | null,
  targetRoots: readonly string[],
): readonly string[] {
  const roots = [...new Set([...targetRoots, ...(givenRoots ?? []), ...tree.sourceRoots])];
  return roots.map((root) => (root === "" ? "." : root));
}

/** The folder of stubs that a server looks into besides; null when there is none. */
export function stubFolder(files: readonly string[]): string | null {
  return files.some((path) => path.startsWith("typings/")) ? "typings" : null;
}
