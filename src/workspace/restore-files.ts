import { mkdirSync, readFileSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { confine } from "./confine.ts";
import { lockIndex, releaseIndex, replaceIndex } from "./index-lock.ts";
import { closeJournal, isIndexBegun, readSaved, type Journal } from "./journal.ts";
import { removeEmptyFolder } from "./make-folder.ts";
import type { JournalEntry, JournaledIndex } from "./manifest.ts";
import { removeFile, replaceFile, stageFile, syncFolder, type Step } from "./replace-file.ts";
import { sha256 } from "./sha256.ts";
import { holds, readTarget, type Target } from "./target-file.ts";
import { WorkspaceError } from "./workspace-error.ts";

/**
 * Puts back every path that holds what the run wrote, its bytes and mode, or nothing where nothing was; puts back git's
 * index; removes the folders that the run made and what it left beside its targets; and closes the journal. Returns the
 * restored paths. Every step can be repeated, so a kill in here is repaired by the next call.
 *
 * `entries` are those the run may have touched. When one of them holds neither its original nor what the run wrote, or the
 * index does not, somebody has worked on it since. Then nothing is changed and a WorkspaceError names it: writing would lose
 * that work, and leaving out one file would leave a half state without a word.
 */
export function restoreFiles(
  root: string,
  journal: Journal,
  entries: readonly JournalEntry[],
  step: Step,
): readonly string[] {
  const { index } = journal;
  // Whatever comes of this, git must not stay locked.
  if (index !== null) releaseIndex(index, step);
  const written = writtenEntries(root, journal, entries);
  for (const entry of journal.entries) {
    removeFile(stagedPath(root, entry));
    step("staged file removed");
  }
  const restore = (): void => {
    for (const entry of written) restoreFile(root, entry, step);
    for (const folder of [...journal.folders].reverse()) removeEmptyFolder(root, folder, step);
  };
  if (index !== null && isIndexBegun(journal) && indexHash(index) === index.intended) {
    restoreWithIndex(index, readSaved(journal, index, "git's index"), restore, step);
  } else restore();
  closeJournal(journal);
  step("journal closed");
  return written.map((entry) => entry.path);
}

/** Where the file that is to replace an entry's target is written: in the same folder, so that a rename can put it there. */
export function stagedPath(root: string, entry: JournalEntry): string {
  return join(dirname(confine(root, entry.path)), entry.staged);
}

interface WrittenEntry extends JournalEntry {
  /** null: nothing was there. */
  readonly bytes: Uint8Array | null;
}

/** Those that hold what the run wrote, each with its original. Throws a WorkspaceError when another one was changed since. */
function writtenEntries(
  root: string,
  journal: Journal,
  entries: readonly JournalEntry[],
): readonly WrittenEntry[] {
  const written: WrittenEntry[] = [];
  const foreign: string[] = [];
  for (const entry of entries) {
    const now = readTarget(root, entry.path);
    if (holds(now, entry.preimage) && !hasOtherMode(now, entry)) continue;
    if (holds(now, entry.intended)) {
      const bytes = entry.preimage === null ? null : readSaved(journal, entry, entry.path);
      written.push({ ...entry, bytes });
    } else foreign.push(`${entry.path} (${originalOf(journal, entry)})`);
  }
  const { index } = journal;
  if (
    index !== null &&
    isIndexBegun(journal) &&
    ![index.preimage, index.intended].includes(indexHash(index))
  ) {
    foreign.push(`${index.file} (${originalOf(journal, index)})`);
  }
  if (foreign.length === 0) return written;
  throw new WorkspaceError(
    `a run ended half way, and these files were changed since, so they are not restored: ${foreign.join(", ")}. Nothing was changed. ` +
      `Put back each original, or remove ${journal.folder} to keep the files as they are; then run again`,
  );
}

/** Two files with the same bytes that change places differ in nothing but the mode. */
function hasOtherMode(now: Target, { preimage, intended, mode }: JournalEntry): boolean {
  return preimage === intended && now !== "nothing" && now !== "obstacle" && now.mode !== mode;
}

function originalOf(journal: Journal, entry: Pick<JournalEntry, "preimage" | "saved">): string {
  return entry.preimage === null ? "originally not there" : `original: ${join(journal.folder, entry.saved)}`;
}

function restoreFile(root: string, entry: WrittenEntry, step: Step): void {
  const target = confine(root, entry.path);
  if (entry.bytes === null) {
    unlinkSync(target);
    step("file removed");
    syncFolder(dirname(target));
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  stageFile(stagedPath(root, entry), entry.bytes, entry, step);
  replaceFile(stagedPath(root, entry), target, step);
}

/** Git's index is locked before the first file changes, so that nothing has happened when another git command has it. */
function restoreWithIndex(
  index: JournaledIndex,
  original: Uint8Array,
  restore: () => void,
  step: Step,
): void {
  lockIndex(index, original, step);
  try {
    if (indexHash(index) !== index.intended)
      throw new WorkspaceError(`git's index ${index.file} changes just now; run again`);
    restore();
    replaceIndex(index, step);
  } catch (error) {
    releaseIndex(index, step);
    throw error;
  }
}

/** "" when it is gone. */
function indexHash({ file }: JournaledIndex): string {
  try {
    return sha256(readFileSync(file));
  } catch {
    return "";
  }
}
