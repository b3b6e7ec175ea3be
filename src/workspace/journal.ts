import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  manifestJson,
  readManifest,
  type JournalEntry,
  type JournaledIndex,
  type Manifest,
} from "./manifest.ts";
import { removeFile, stageFile, syncFolder, type Step } from "./replace-file.ts";
import { sha256 } from "./sha256.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What every path and git's index were before a run, kept until the run has succeeded or everything is restored. */
export interface Journal extends Manifest {
  /** Absolute; holds the original bytes of each entry under its `saved` name, and the manifest. */
  readonly folder: string;
}

/** An entry and the bytes that lay at its path; null when none did. */
export interface Original extends JournalEntry {
  readonly bytes: Uint8Array | null;
}

export interface OriginalIndex extends JournaledIndex {
  readonly bytes: Uint8Array;
}

/** All that a run is to change, as it was. */
export interface Originals {
  readonly files: readonly Original[];
  readonly folders: readonly string[];
  readonly index: OriginalIndex | null;
}

const MANIFEST = "manifest.json";
const INDEX_BEGUN = "index.begun";
const PRIVATE = { mode: 0o600, uid: -1, gid: -1 };

/** Makes the folder of a journal, empty; a journal without manifest counts for nothing. */
export function makeJournalFolder(folder: string, step: Step): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  step("journal folder made");
}

/**
 * Writes a journal into its folder: first the originals, each synced, the manifest last and by rename. A journal without
 * manifest means that nothing in the repository was touched yet; one with a manifest can restore everything.
 *
 * The order of these steps is the safety of a run, and recovery must know the name of every file that can be left over
 * beforehand; packages for atomic writes choose names of their own and hide the steps, so none is used.
 */
export function writeJournal(folder: string, { files, folders, index }: Originals, step: Step): Journal {
  const save = <T extends { readonly saved: string }>(original: T & { bytes: Uint8Array | null }) => {
    const { bytes, ...entry } = original;
    if (bytes !== null) stageFile(join(folder, original.saved), bytes, PRIVATE, step);
    return entry;
  };
  const manifest = { entries: files.map(save), folders, index: index === null ? null : save(index) };
  const draft = join(folder, "manifest.draft");
  stageFile(draft, Buffer.from(manifestJson(manifest)), PRIVATE, step);
  syncFolder(folder);
  renameSync(draft, join(folder, MANIFEST));
  step("manifest in place");
  syncFolder(folder);
  syncFolder(join(folder, ".."));
  return { folder, ...manifest };
}

/** Null when there is no journal or one without manifest. Throws a WorkspaceError when the manifest cannot be used. */
export function readJournal(folder: string): Journal | null {
  const path = join(folder, MANIFEST);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return { folder, ...readManifest(readFileSync(path, "utf8")) };
  } catch (cause) {
    throw new WorkspaceError(
      `the journal of a run that was killed cannot be read; the original files lie in ${folder}. ` +
        "Put them back by hand, then remove that folder",
      { cause },
    );
  }
}

/** The original bytes of what `name` says. Throws a WorkspaceError when they are gone or damaged. */
export function readSaved(
  journal: Journal,
  { saved, preimage }: Pick<JournalEntry, "saved" | "preimage">,
  name: string,
): Uint8Array {
  const path = join(journal.folder, saved);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new WorkspaceError(`the saved original of ${name} cannot be read: ${path}`, { cause });
  }
  if (sha256(bytes) === preimage) return bytes;
  throw new WorkspaceError(`the saved original of ${name} is damaged: ${path}; nothing was restored`);
}

/**
 * Notes that the index is about to be replaced. Before that, whatever the index holds is not of this run: git writes it
 * anew even for a look at the status, and that must not be taken for a change of somebody else's.
 */
export function noteIndexBegun(journal: Journal, step: Step): void {
  stageFile(join(journal.folder, INDEX_BEGUN), Buffer.from(""), PRIVATE, step);
  syncFolder(journal.folder);
}

export function isIndexBegun(journal: Journal): boolean {
  return lstatSync(join(journal.folder, INDEX_BEGUN), { throwIfNoEntry: false }) !== undefined;
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
