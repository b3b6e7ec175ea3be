import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ApplyResult, FileWrite, Recovery, Transaction } from "../engine/ports.ts";
import { readJournal, removeJournal, type Original } from "./journal.ts";
import { takeLock } from "./lock.ts";
import { realFolder } from "./real-folder.ts";
import type { Step } from "./replace-file.ts";
import { restoreFiles } from "./restore-files.ts";
import { sha256 } from "./sha256.ts";
import { existingStateFolder, stateFolder } from "./state-folder.ts";
import { readTarget } from "./target-file.ts";
import { errorMessage, WorkspaceError } from "./workspace-error.ts";
import { writeFiles, type Replacement, type Verify } from "./write-files.ts";

export interface TransactionOptions {
  /** Absolute; where journal and lock lie instead of the user's state folder (see `stateHomes`). */
  readonly stateHome?: string;
  /** Called after each change of the disk; may throw, or end the process. */
  readonly afterStep?: Step;
}

/**
 * Writes into the files of one repository. Throws a WorkspaceError when the root is no folder. `recover` and `apply` hold
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

    async apply(writes, verify) {
      assertDistinct(writes);
      const state = stateFolder(root, homes);
      const lock = await takeLock(state);
      try {
        return await applyWrites(root, join(state, JOURNAL), writes, verify, step);
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

async function applyWrites(
  root: string,
  folder: string,
  writes: readonly FileWrite[],
  verify: Verify,
  step: Step,
): Promise<ApplyResult> {
  if (readJournal(folder) !== null) {
    throw new WorkspaceError("a run was killed and is not rolled back yet; nothing was written. Run again");
  }
  const replacements: Replacement[] = [];
  const changed: string[] = [];
  const run = randomBytes(8).toString("hex");
  for (const [index, { path, preimage, content }] of writes.entries()) {
    const target = readTarget(root, path);
    if (target?.sha256 !== preimage) {
      changed.push(path);
      continue;
    }
    const { bytes, mode, uid, gid } = target;
    const names = { saved: `${index}.original`, staged: `.rename-plan-${run}-${index}` };
    const original: Original = { path, preimage, intended: sha256(content), mode, uid, gid, bytes, ...names };
    replacements.push({ original, content });
  }
  if (changed.length > 0) return { status: "aborted", changed };
  const result = await writeFiles(root, folder, replacements, verify, step);
  tidy(folder, step);
  return result;
}

/** The journal is closed, so what is left of it counts for nothing, and the next run removes it when this fails. */
function tidy(folder: string, step: Step): void {
  try {
    step("run ended");
    removeJournal(folder);
    step("journal removed");
  } catch {
    // See above.
  }
}

function assertDistinct(writes: readonly FileWrite[]): void {
  if (new Set(writes.map(({ path }) => path)).size === writes.length) return;
  throw new Error("two writes for one path: the caller merges the edits of a file first");
}
