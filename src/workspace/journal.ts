import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readManifest, type JournalEntry } from "./manifest.ts";
import { removeFile, stageFile, syncFolder, type Step } from "./replace-file.ts";
import { sha256 } from "./sha256.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What every file was before a run, kept until the run has succeeded or everything is restored. */
export interface Journal {
  /** Absolute; holds the original bytes of each entry under its `saved` name, and the manifest. */
  readonly folder: string;
  readonly entries: readonly JournalEntry[];
}

export interface Original extends JournalEntry {
  readonly bytes: Uint8Array;
}

const MANIFEST = "manifest.json";
const PRIVATE = { mode: 0o600, uid: -1, gid: -1 };

/**
 * Writes a journal: first the originals, each synced, the manifest last and by rename. A journal without manifest means
 * that nothing in the repository was touched yet; one with a manifest can restore everything.
 *
 * The order of these steps is the safety of a run, and recovery must know the name of every file that can be left over
 * beforehand; packages for atomic writes choose names of their own and hide the steps, so none is used.
 */
export function writeJournal(folder: string, originals: readonly Original[], step: Step): Journal {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  step("journal folder made");
  const entries = originals.map(({ bytes, ...entry }) => {
    stageFile(join(folder, entry.saved), bytes, PRIVATE, step);
    return entry;
  });
  const draft = join(folder, "manifest.draft");
  stageFile(draft, Buffer.from(JSON.stringify({ version: 1, entries })), PRIVATE, step);
  syncFolder(folder);
  renameSync(draft, join(folder, MANIFEST));
  step("manifest in place");
  syncFolder(folder);
  syncFolder(join(folder, ".."));
  return { folder, entries };
}

/** Null when there is no journal or one without manifest. Throws a WorkspaceError when the manifest cannot be used. */
export function readJournal(folder: string): Journal | null {
  const path = join(folder, MANIFEST);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return { folder, entries: readManifest(readFileSync(path, "utf8")) };
  } catch (cause) {
    throw new WorkspaceError(
      `the journal of a run that was killed cannot be read; the original files lie in ${folder}. ` +
        "Put them back by hand, then remove that folder",
      { cause },
    );
  }
}

/** The original bytes of an entry. Throws a WorkspaceError when they are gone or damaged. */
export function readSaved(journal: Journal, entry: JournalEntry): Uint8Array {
  const path = join(journal.folder, entry.saved);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new WorkspaceError(`the saved original of ${entry.path} cannot be read: ${path}`, { cause });
  }
  if (sha256(bytes) === entry.preimage) return bytes;
  throw new WorkspaceError(`the saved original of ${entry.path} is damaged: ${path}; nothing was restored`);
}

/** Ends a run, by one removal: before it the old tree counts, after it the tree as it stands. */
export function closeJournal(journal: Journal): void {
  removeFile(join(journal.folder, MANIFEST));
}

/** Removes what a closed journal leaves, or one without manifest. Does nothing when there is none. */
export function removeJournal(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
  // The removal of the manifest must reach the disk before that of the originals it names.
  syncFolder(folder);
  rmSync(folder, { recursive: true, force: true });
}
