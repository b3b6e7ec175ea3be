import { dirname, join } from "node:path";
import { closeJournal, readSaved, type Journal } from "./journal.ts";
import type { JournalEntry } from "./manifest.ts";
import { confine } from "./confine.ts";
import { removeFile, replaceFile, stageFile, type Step } from "./replace-file.ts";
import { readTarget } from "./target-file.ts";
import { WorkspaceError } from "./workspace-error.ts";

/**
 * Puts back the bytes and the mode of every file that holds what the run wrote, removes what the run left beside its targets, and
 * closes the journal; returns the restored paths. Every step can be repeated, so a kill in here is repaired by the
 * next call.
 *
 * `entries` are those the run may have replaced. When one of them holds neither its original nor what the run wrote, somebody
 * has worked on it since. Then nothing is changed and a WorkspaceError names it: writing would lose that work, and
 * leaving out one file would leave a half state without a word.
 */
export function restoreFiles(
  root: string,
  journal: Journal,
  entries: readonly JournalEntry[],
  step: Step,
): readonly string[] {
  const written: (JournalEntry & { readonly bytes: Uint8Array })[] = [];
  const foreign: JournalEntry[] = [];
  for (const entry of entries) {
    const now = readTarget(root, entry.path)?.sha256;
    if (now === entry.preimage) continue;
    if (now === entry.intended) written.push({ ...entry, bytes: readSaved(journal, entry) });
    else foreign.push(entry);
  }
  if (foreign.length > 0) throw changedSince(journal, foreign);
  for (const entry of journal.entries) {
    removeFile(stagedPath(root, entry));
    step("staged file removed");
  }
  for (const entry of written) {
    stageFile(stagedPath(root, entry), entry.bytes, entry, step);
    replaceFile(stagedPath(root, entry), confine(root, entry.path), step);
  }
  closeJournal(journal);
  step("journal closed");
  return written.map((entry) => entry.path);
}

/** Where the file that is to replace an entry's target is written: in the same folder, so that a rename can put it there. */
export function stagedPath(root: string, entry: JournalEntry): string {
  return join(dirname(confine(root, entry.path)), entry.staged);
}

function changedSince(journal: Journal, foreign: readonly JournalEntry[]): WorkspaceError {
  const list = foreign
    .map((entry) => `${entry.path} (original: ${join(journal.folder, entry.saved)})`)
    .join(", ");
  return new WorkspaceError(
    `a run ended half way, and these files were changed since, so they are not restored: ${list}. Nothing was changed. ` +
      `Put back each original, or remove ${journal.folder} to keep the files as they are; then run again`,
  );
}
