import { join } from "node:path";
import type { Recovery, Transaction, TreeChange } from "../engine/ports.ts";
import { applyChange } from "./apply-change.ts";
import { readJournal, removeJournal } from "./journal.ts";
import { takeLock } from "./lock.ts";
import { realFolder } from "./real-folder.ts";
import type { Step } from "./replace-file.ts";
import { restoreFiles } from "./restore-files.ts";
import { existingStateFolder, stateFolder } from "./state-folder.ts";
import { errorMessage, WorkspaceError } from "./workspace-error.ts";

export interface TransactionOptions {
  /** Absolute; where journal and lock lie instead of the user's state folder (see `stateHomes`). */
  readonly stateHome?: string;
  /** Called after each change of the disk; may throw, or end the process. */
  readonly afterStep?: Step;
}

/**
 * Changes the files of one repository. Throws a WorkspaceError when the root is no folder. `recover` and `apply` hold
 * the lock of the repository while they work and reject with a WorkspaceError when another run holds it.
 */
export function openTransaction(folder: string, options: TransactionOptions = {}): Transaction {
  const root = realFolder(folder);
  const homes = options.stateHome === undefined ? undefined : [options.stateHome];
  const step = options.afterStep ?? (() => undefined);

  return {
    async recover() {
      const state = existingStateFolder(root, homes);
      if (state === null) return null;
      const lock = await takeLock(state);
      try {
        return recoverJournal(root, join(state, JOURNAL), step);
      } finally {
        lock.release();
      }
    },

    async apply(change, verify) {
      assertCoherent(change);
      const state = stateFolder(root, homes);
      const lock = await takeLock(state);
      try {
        return await applyChange(root, join(state, JOURNAL), change, verify, step);
      } finally {
        lock.release();
      }
    },
  };
}

const JOURNAL = "journal";

function recoverJournal(root: string, folder: string, step: Step): Recovery | null {
  const journal = readJournal(folder);
  if (journal === null) {
    removeJournal(folder);
    return null;
  }
  try {
    const restored = restoreFiles(root, journal, journal.entries, step);
    removeJournal(folder);
    return { restored };
  } catch (cause) {
    if (cause instanceof WorkspaceError) throw cause;
    throw new WorkspaceError(
      `a run was killed, and its files could not be restored (${errorMessage(cause)}). ` +
        `The original files lie in ${folder}; correct the cause and run again`,
      { cause },
    );
  }
}

/** What the caller promises; see `TreeChange`. */
function assertCoherent({ writes, moves }: TreeChange): void {
  const byPath = new Map(writes.map((write) => [write.path, write]));
  if (byPath.size !== writes.length) {
    throw new Error("two writes for one path: the caller merges the edits of a file first");
  }
  const [olds, news] = [new Set(moves.map((move) => move.old)), new Set(moves.map((move) => move.new))];
  if (olds.size !== moves.length || news.size !== moves.length) {
    throw new Error("two moves of one path, or to one path");
  }
  for (const { old, new: target } of moves) {
    const [from, to] = [byPath.get(old), byPath.get(target)];
    if (from === undefined || from.preimage === null || to === undefined || to.content === null) {
      throw new Error(`a move without the writes for it: ${old} to ${target}`);
    }
    if (to.preimage !== null && !olds.has(target)) throw new Error(`a move would write over ${target}`);
  }
}
