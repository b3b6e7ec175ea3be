import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { TreeChange } from "../engine/ports.ts";
import { gitTopLevel } from "./git-top-level.ts";
import { gitOutput } from "./git.ts";
import { assertUnlocked } from "./index-lock.ts";
import { readIndex, type IndexFile } from "./index-file.ts";
import { differingPath, listIndex, type IndexGit, type ListedEntry } from "./index-listing.ts";
import type { Step } from "./replace-file.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** Git's index as it is and as it is to be. */
export interface MovedIndex extends IndexFile {
  readonly content: Uint8Array;
}

/**
 * Computes git's index with the entries of moved files under their new paths, as `git mv` moves them: mode, blob and
 * the assume-unchanged flag stay, contents are not looked at. Empty files that are made beside them come in as well: without
 * the `__init__.py` of a new package the commit of a move would be half of it. Git works on a copy in the folder `scratch`; nothing else is
 * written. Null when there is no git, or none of the files is tracked.
 *
 * What git made is compared with what was to be made of it, entry by entry, so an index of a form that git handles
 * otherwise than expected is never put in place. A split index becomes a whole one. Rejects with a WorkspaceError for
 * an index that cannot be moved in, and while another git command holds its lock.
 */
export async function moveIndexEntries(
  root: string,
  { moves, writes }: TreeChange,
  scratch: string,
  step: Step,
): Promise<MovedIndex | null> {
  const top = moves.length === 0 ? null : await gitTopLevel(root);
  const index = top === null ? null : await readIndex(top);
  if (top === null || index === null) return null;

  const copy = join(scratch, "index.next");
  writeFileSync(copy, index.bytes, { mode: 0o600 });
  step("index copied");
  const run: IndexGit = async (args, input = "") => {
    const environment = { GIT_INDEX_FILE: copy };
    const output = await gitOutput(top, [...SETTINGS, ...args], environment, Buffer.from(input, "latin1"));
    return output.toString("latin1");
  };

  const prefix = top === root ? "" : `${relative(top, root).split(sep).join("/")}/`;
  const inIndex = (path: string): string => Buffer.from(prefix + path).toString("latin1");
  const before = await listIndex(run);
  const tracked = new Set(before.map(({ path }) => path));
  const targets = new Map(
    moves.map((move) => [inIndex(move.old), inIndex(move.new)] as const).filter(([old]) => tracked.has(old)),
  );
  if (targets.size === 0) return null;
  assertUnlocked(index);
  await assertMovable(before, targets, run);

  const moved = before.flatMap((entry) => {
    const path = targets.get(entry.path);
    return path === undefined ? [] : [{ ...entry, path, old: entry.path }];
  });
  const taken = new Set(moves.map((move) => move.new));
  const made = writes.filter(
    ({ path, preimage, content }) => preimage === null && content?.length === 0 && !taken.has(path),
  );
  const empty = made.length === 0 ? "" : (await run(["hash-object", "--stdin"])).trim();
  const created = made
    .map(({ path }) => ({ tag: "H", mode: "100644", sha: empty, stage: "0", path: inIndex(path) }))
    .filter(({ path }) => !tracked.has(path));
  // All go before any comes: a path may do both.
  const removals = moved.map(({ sha, old }) => `0 ${sha}\t${old}\0`);
  const additions = [...moved, ...created].map(({ mode, sha, path }) => `${mode} ${sha} 0\t${path}\0`);
  await run(["update-index", "-z", "--index-info"], [...removals, ...additions].join(""));
  const unwatched = moved.filter(({ tag }) => tag === tag.toLowerCase()).map(({ path }) => `${path}\0`);
  if (unwatched.length > 0) {
    await run(["update-index", "--assume-unchanged", "-z", "--stdin"], unwatched.join(""));
  }
  const expected = [...before.filter(({ path }) => !targets.has(path)), ...moved, ...created];
  const stray = differingPath(expected, await listIndex(run));
  if (stray !== null) {
    throw new WorkspaceError(
      `git cannot move the entries in its index ${index.file} without changing ${readable(stray)} there too; ` +
        "nothing was written. Look at that path with git status, commit or unstage it, and run again",
    );
  }
  step("index computed");
  return { ...index, content: readFileSync(copy) };
}

/** Written as one file, whatever the repository prefers: a split index would put a second file into git's folder. */
const SETTINGS = ["-c", "core.splitIndex=false"];

async function assertMovable(
  entries: readonly ListedEntry[],
  targets: ReadonlyMap<string, string>,
  run: IndexGit,
): Promise<void> {
  const taken = new Set(targets.values());
  for (const { path, tag, stage } of entries) {
    const isMoved = targets.has(path);
    if (!isMoved && !taken.has(path)) continue;
    if (stage !== "0") {
      throw refusal(path, "is unmerged in git's index", "Resolve the conflict and git add it");
    }
    if (isMoved && tag.toUpperCase() === "S") {
      throw refusal(path, "is left out by a sparse checkout (skip-worktree)", "Check it out");
    }
    if (!isMoved) {
      throw refusal(path, "is not on disk, but in git's index", "Stage its removal with git rm --cached");
    }
  }
  // Of an entry without content nothing but the flag says that it is none, and no plumbing can set that flag.
  const empty = await run([
    "diff-files",
    "--ignore-submodules=all",
    "-z",
    "--name-only",
    "--diff-filter=A",
    "--ita-invisible-in-index",
  ]);
  const intended = empty.split("\0").find((path) => targets.has(path));
  if (intended !== undefined) {
    throw refusal(
      intended,
      "is marked with git add --intent-to-add and has no content in git's index",
      "git add it",
    );
  }
}

function refusal(path: string, what: string, remedy: string): WorkspaceError {
  return new WorkspaceError(
    `${readable(path)} ${what}, so it cannot be moved there; nothing was written. ${remedy}, then run again`,
  );
}

function readable(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}
