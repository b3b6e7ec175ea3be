import { setImmediate } from "node:timers/promises";
import type { ApplyResult } from "../engine/ports.ts";
import { confine } from "./confine.ts";
import { closeJournal, removeJournal, writeJournal, type Journal, type Original } from "./journal.ts";
import type { JournalEntry } from "./manifest.ts";
import { replaceFile, stageFile, type Step } from "./replace-file.ts";
import { restoreFiles, stagedPath } from "./restore-files.ts";
import { readTarget } from "./target-file.ts";
import { watchInterrupt } from "./watch-interrupt.ts";
import { errorMessage, WorkspaceError } from "./workspace-error.ts";

/** One file that is to be replaced: what it was, and what it is to be. */
export interface Replacement {
  readonly original: Original;
  readonly content: Uint8Array;
}

/** A reason against a written file, or null. */
export type Verify = (path: string, content: Uint8Array) => string | null;

/**
 * Replaces files, all or none. The originals go into a journal; all new files are written beside their targets before
 * the first target changes, so that a full disk shows early and the time of replacing is short; then everything is read
 * again and verified. Any failure, SIGINT and SIGTERM restore everything; `path` of the result is the file in hand, or "".
 * Rejects with a WorkspaceError when restoring fails too; the journal then stays for the next run.
 */
export async function writeFiles(
  root: string,
  folder: string,
  replacements: readonly Replacement[],
  verify: Verify,
  step: Step,
): Promise<ApplyResult> {
  const interrupt = watchInterrupt();
  const replaced: JournalEntry[] = [];
  let journal: Journal | null = null;
  let path = "";
  const assertUnchanged = ({ original }: Replacement): void => {
    if (readTarget(root, original.path)?.sha256 !== original.preimage) {
      throw new Error("the file changed while the run was writing");
    }
  };
  const begin = async ({ original }: Replacement): Promise<void> => {
    path = original.path;
    // A signal is delivered only when the event loop turns.
    await setImmediate();
    if (interrupt.signal() !== null) throw new Error(`the run was interrupted by ${interrupt.signal()}`);
  };
  try {
    journal = writeJournal(
      folder,
      replacements.map(({ original }) => original),
      step,
    );
    for (const replacement of replacements) {
      await begin(replacement);
      assertUnchanged(replacement);
      const { original, content } = replacement;
      stageFile(stagedPath(root, original), content, original, step);
    }
    for (const replacement of replacements) {
      await begin(replacement);
      assertUnchanged(replacement);
      const { original } = replacement;
      replaced.push(original);
      replaceFile(stagedPath(root, original), confine(root, original.path), step);
    }
    for (const replacement of replacements) {
      await begin(replacement);
      const now = readTarget(root, path);
      if (now?.sha256 !== replacement.original.intended)
        throw new Error("the file does not hold what was written");
      const reason = verify(path, now.bytes);
      if (reason !== null) throw new Error(reason);
    }
    closeJournal(journal);
  } catch (error) {
    const reason = errorMessage(error);
    if (journal === null) removeJournal(folder);
    else rollBack(root, journal, replaced, reason, step);
    return { status: "rolled_back", path, reason };
  } finally {
    interrupt.stop();
  }
  return { status: "applied" };
}

function rollBack(
  root: string,
  journal: Journal,
  replaced: readonly JournalEntry[],
  reason: string,
  step: Step,
): void {
  try {
    restoreFiles(root, journal, replaced, step);
  } catch (cause) {
    throw new WorkspaceError(
      `writing failed (${reason}), and the files could not be restored (${errorMessage(cause)}). ` +
        `The original files lie in ${journal.folder}; the next run tries again to restore them`,
      { cause },
    );
  }
}
