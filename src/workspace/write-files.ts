import { setImmediate } from "node:timers/promises";
import { readFileSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { ApplyResult } from "../engine/ports.ts";
import { confine } from "./confine.ts";
import { lockIndex, replaceIndex } from "./index-lock.ts";
import {
  closeJournal,
  noteIndexBegun,
  removeJournal,
  writeJournal,
  type Journal,
  type OriginalIndex,
} from "./journal.ts";
import { makeFolder } from "./make-folder.ts";
import type { JournalEntry } from "./manifest.ts";
import type { Replacement } from "./prepare-writes.ts";
import { replaceFile, stageFile, syncFolder, type Step } from "./replace-file.ts";
import { restoreFiles, stagedPath } from "./restore-files.ts";
import { sha256 } from "./sha256.ts";
import { holds, readTarget } from "./target-file.ts";
import type { InterruptWatch } from "./watch-interrupt.ts";
import { errorMessage, WorkspaceError } from "./workspace-error.ts";

/** Where a run writes, and how it can be stopped. */
export interface WriteSite {
  readonly root: string;
  /** The journal's folder, which is there. */
  readonly folder: string;
  readonly step: Step;
  readonly interrupt: InterruptWatch;
}

/** Everything that is to change, computed beforehand. */
export interface PreparedChange {
  readonly replacements: readonly Replacement[];
  /** As in `PreparedWrites`. */
  readonly folders: readonly string[];
  readonly index: { readonly original: OriginalIndex; readonly content: Uint8Array } | null;
}

/** A reason against a written file, or null. */
export type Verify = (path: string, content: Uint8Array) => string | null;

/**
 * Makes a change, all of it or nothing. What was there goes into a journal; git's index is locked; all new files are written
 * beside their targets before the first target changes, so that a full disk shows early and the time of replacing is
 * short; files go before others come; then everything is read again and verified; git's index comes last. Any failure, SIGINT
 * and SIGTERM restore everything; `path` of the result is the file in hand, or "". Rejects with a WorkspaceError when
 * restoring fails too; the journal then stays for the next run.
 */
export async function writeFiles(
  { root, folder, step, interrupt }: WriteSite,
  { replacements, folders, index }: PreparedChange,
  verify: Verify,
): Promise<ApplyResult> {
  const touched: JournalEntry[] = [];
  const arriving = replacements.filter(isArriving);
  const leaving = replacements.filter(({ content }) => content === null);
  let journal: Journal | null = null;
  let path = "";
  const begin = async (next: string): Promise<void> => {
    path = next;
    // A signal is delivered only when the event loop turns.
    await setImmediate();
    if (interrupt.signal() !== null) throw new Error(`the run was interrupted by ${interrupt.signal()}`);
  };
  const beginUnchanged = async ({ original }: Replacement): Promise<void> => {
    await begin(original.path);
    assertUnchanged(root, original);
  };
  try {
    await begin("");
    const files = replacements.map(({ original }) => original);
    journal = writeJournal(folder, { files, folders, index: index?.original ?? null }, step);
    if (index !== null) {
      lockIndex(index.original, index.content, step);
      assertIndexUnchanged(index.original);
    }
    for (const made of folders) {
      await begin(made);
      makeFolder(root, made, step);
    }
    for (const arrival of arriving) {
      await beginUnchanged(arrival);
      const { original, content, attributes } = arrival;
      stageFile(stagedPath(root, original), content, attributes, step);
    }
    for (const leave of leaving) {
      await beginUnchanged(leave);
      touched.push(leave.original);
      takeAway(confine(root, leave.original.path), step);
    }
    for (const arrival of arriving) {
      await beginUnchanged(arrival);
      const { original } = arrival;
      touched.push(original);
      replaceFile(stagedPath(root, original), confine(root, original.path), step);
    }
    for (const { original } of replacements) {
      await begin(original.path);
      assertIntended(root, original, verify);
    }
    if (index !== null) {
      await begin("");
      assertIndexUnchanged(index.original);
      noteIndexBegun(journal, step);
      replaceIndex(index.original, step);
    }
    closeJournal(journal);
  } catch (error) {
    const reason = errorMessage(error);
    if (journal === null) removeJournal(folder);
    else rollBack(root, journal, touched, reason, step);
    return { status: "rolled_back", path, reason };
  }
  return { status: "applied" };
}

type Arriving = Replacement & { readonly content: Uint8Array };

function isArriving(replacement: Replacement): replacement is Arriving {
  return replacement.content !== null;
}

function assertUnchanged(root: string, { path, preimage }: JournalEntry): void {
  if (holds(readTarget(root, path), preimage)) return;
  const what = preimage === null ? "something came to lie there" : "the file changed";
  throw new Error(`${what} while the run was writing`);
}

function assertIndexUnchanged({ file, preimage }: OriginalIndex): void {
  if (sha256(readFileSync(file)) === preimage) return;
  throw new Error(`git's index ${file} changed while the run was writing`);
}

function takeAway(absolute: string, step: Step): void {
  unlinkSync(absolute);
  step("file removed");
  syncFolder(dirname(absolute));
  step("folder synced");
}

function assertIntended(root: string, { path, intended }: JournalEntry, verify: Verify): void {
  const now = readTarget(root, path);
  if (!holds(now, intended)) throw new Error("the file does not hold what was written");
  const reason = now === "nothing" || now === "obstacle" ? null : verify(path, now.bytes);
  if (reason !== null) throw new Error(reason);
}

function rollBack(
  root: string,
  journal: Journal,
  touched: readonly JournalEntry[],
  reason: string,
  step: Step,
): void {
  try {
    restoreFiles(root, journal, touched, step);
  } catch (cause) {
    throw new WorkspaceError(
      `writing failed (${reason}), and the files could not be restored (${errorMessage(cause)}). ` +
        `The original files lie in ${journal.folder}; the next run tries again to restore them`,
      { cause },
    );
  }
}
