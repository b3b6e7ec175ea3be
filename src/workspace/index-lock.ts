import { linkSync, lstatSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JournaledIndex } from "./manifest.ts";
import { removeFile, stageFile, syncFolder, type Step } from "./replace-file.ts";
import { errorCode, errorMessage, WorkspaceError } from "./workspace-error.ts";

/**
 * Git's own protocol (gitformat-index, lockfile.c): whoever can make `index.lock` writes the new index there and renames
 * it over the old one. Here the new index is written first, under a name that the journal knows, and `index.lock` becomes a hard
 * link to it. So a lock that a killed run left can be told from one of another git command beyond doubt, which no content
 * could tell: git's own is empty at first.
 */
type Lockable = Pick<JournaledIndex, "file" | "staged" | "mode" | "uid" | "gid">;

/** Writes the new index and takes the lock with it. Throws a WorkspaceError when another git command holds it. */
export function lockIndex(index: Lockable, content: Uint8Array, step: Step): void {
  stageFile(stagedIndex(index), content, index, step);
  try {
    linkSync(stagedIndex(index), lockOf(index));
  } catch (cause) {
    removeFile(stagedIndex(index));
    if (errorCode(cause) === "EEXIST") throw held(index);
    throw new WorkspaceError(
      `git's index cannot be locked (${errorMessage(cause)}); its file system must know hard links. ` +
        "Move the files with git mv by hand, or work on another file system",
      { cause },
    );
  }
  step("index locked");
}

/** Puts the new index in place, which ends the lock. Throws when the lock is not that of this run any more. */
export function replaceIndex(index: Lockable, step: Step): void {
  if (!isOwnLock(index))
    throw new Error(`somebody removed or replaced ${lockOf(index)}, which this run held`);
  renameSync(lockOf(index), index.file);
  step("index replaced");
  syncFolder(dirname(index.file));
  removeFile(stagedIndex(index));
  step("staged index removed");
}

/** Gives up the lock, if this run or the killed one holds it, and removes what it staged. Can be repeated. */
export function releaseIndex(index: Lockable, step: Step): void {
  if (isOwnLock(index)) {
    removeFile(lockOf(index));
    step("index unlocked");
  }
  removeFile(stagedIndex(index));
  step("staged index removed");
}

/** Throws a WorkspaceError when anybody holds the lock. */
export function assertUnlocked(index: Pick<Lockable, "file">): void {
  if (lstatSync(lockOf(index), { throwIfNoEntry: false }) !== undefined) throw held(index);
}

function isOwnLock(index: Lockable): boolean {
  const [lock, staged] = [lockOf(index), stagedIndex(index)].map((path) =>
    lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  return lock !== undefined && lock.ino === staged?.ino && lock.dev === staged.dev;
}

function lockOf({ file }: Pick<Lockable, "file">): string {
  return `${file}.lock`;
}

function stagedIndex({ file, staged }: Pick<Lockable, "file" | "staged">): string {
  return join(dirname(file), staged);
}

function held(index: Pick<Lockable, "file">): WorkspaceError {
  return new WorkspaceError(
    `another git command holds ${lockOf(index)}, or one crashed and left it. ` +
      "Wait for it to end, or remove that file when no git runs here, and run again",
  );
}
