import type { Location } from "../ports.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";

/**
 * The server has all import roots in one list; a program that starts in one of them finds its own module of that name. A module
 * that moves away under another root was never the one that is meant there.
 */
export function hasOwnTwin({ path }: Location, file: ChangedFile, tree: ChangedTree): boolean {
  if (path === null || tree.newPath(path) === path) return false;
  const below = (root: string) => (root === "." ? "" : `${root}/`);
  return tree.sourceRoots.some(
    (root) =>
      path.startsWith(below(root)) &&
      tree.sourceRoots.some(
        (own) =>
          own !== root &&
          file.path.startsWith(below(own)) &&
          tree.python.has(below(own) + path.slice(below(root).length)),
      ),
  );
}
