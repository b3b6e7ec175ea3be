import type { BareRepository } from "./bare-repository.ts";

/** A merge of two commits by git's own merge, as an object without a ref; null when it conflicts. */
export function mergeCommit(
  repository: BareRepository,
  base: string,
  head: string,
  message: string,
): string | null {
  let tree: string;
  try {
    tree = repository.settled(["merge-tree", "--write-tree", base, head]).trim();
  } catch {
    return null;
  }
  // Dated like the head, so that asking twice gives the same commit.
  const date = repository.settled(["show", "--no-patch", "--format=%cI", head]).trim();
  return repository
    .settled(["commit-tree", tree, "-p", base, "-p", head, "-m", message], {
      env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    })
    .trim();
}
