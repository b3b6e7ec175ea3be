import { WorkspaceError } from "./workspace-error.ts";

/** One entry of git's index. All are byte strings: a character stands for one byte, so that any file name goes through. */
export interface ListedEntry {
  /** Relative to the top of the work tree. */
  readonly path: string;
  /** As `git ls-files -v` says: `H`; `S` skip-worktree, `M` unmerged; lower case: assume-unchanged. */
  readonly tag: string;
  /** Octal: `100644`. */
  readonly mode: string;
  /** The name of the blob. */
  readonly sha: string;
  /** `0`; `1` to `3` of an unmerged path. */
  readonly stage: string;
}

/** Runs git on an index, and gives what it prints as a byte string. */
export type IndexGit = (args: readonly string[], input?: string) => Promise<string>;

/** Every entry of the index, also those that a sparse index has folded into folders. */
export async function listIndex(run: IndexGit): Promise<readonly ListedEntry[]> {
  const output = await run(["ls-files", "-z", "--stage", "-v"]);
  return output
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const [, tag = "", mode = "", sha = "", stage = "", path = ""] =
        /^(.) (\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? [];
      if (path === "") throw new WorkspaceError("git lists its index in a form that is not known here");
      return { path, tag, mode, sha, stage };
    });
}

/** The first path that one listing has otherwise than the other; null when they are the same. */
export function differingPath(a: readonly ListedEntry[], b: readonly ListedEntry[]): string | null {
  const [left, right] = [linesOf(a), linesOf(b)];
  const [first] = [...left.keys(), ...right.keys()].filter((line) => !left.has(line) || !right.has(line));
  return first === undefined ? null : (left.get(first) ?? right.get(first) ?? null);
}

function linesOf(entries: readonly ListedEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.map(({ path, tag, mode, sha, stage }) => [`${tag} ${mode} ${sha} ${stage} ${path}`, path]),
  );
}
