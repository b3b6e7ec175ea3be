import { randomBytes } from "node:crypto";
import type { ApplyResult, TreeChange } from "../engine/ports.ts";
import { makeJournalFolder, readJournal, removeJournal } from "./journal.ts";
import { moveIndexEntries } from "./move-index-entries.ts";
import { prepareWrites } from "./prepare-writes.ts";
import { removeEmptiedFolders } from "./remove-emptied-folders.ts";
import type { Step } from "./replace-file.ts";
import { sha256 } from "./sha256.ts";
import { watchInterrupt } from "./watch-interrupt.ts";
import { errorMessage, WorkspaceError } from "./workspace-error.ts";
import { writeFiles, type PreparedChange, type Verify } from "./write-files.ts";

/** See `Transaction.apply`. `folder` is the journal's, which need not be there; the caller holds the lock. */
export async function applyChange(
  root: string,
  folder: string,
  change: TreeChange,
  verify: Verify,
  step: Step,
): Promise<ApplyResult> {
  if (readJournal(folder) !== null) {
    throw new WorkspaceError("a run was killed and is not rolled back yet; nothing was written. Run again");
  }
  const run = randomBytes(8).toString("hex");
  const prepared = prepareWrites(root, change, run);
  if (!prepared.ok) return { status: "aborted", changed: prepared.changed };
  const interrupt = watchInterrupt();
  try {
    const index = await prepareIndex(root, folder, change, run, step);
    const result = await writeFiles({ root, folder, step, interrupt }, { ...prepared, index }, verify);
    tidy(folder, step);
    if (result.status === "applied") {
      const gone = change.writes.filter(({ content }) => content === null).map(({ path }) => path);
      await removeEmptiedFolders(root, gone, step);
    }
    return result;
  } catch (error) {
    // Before there is a manifest nothing has happened, and what is left counts for nothing.
    if (readJournal(folder) !== null) throw error;
    removeJournal(folder);
    const signal = interrupt.signal();
    if (signal === null && error instanceof WorkspaceError) throw error;
    // A terminal sends its signals to git too, which then fails.
    const reason = signal === null ? errorMessage(error) : `the run was interrupted by ${signal}`;
    return { status: "rolled_back", path: "", reason };
  } finally {
    interrupt.stop();
  }
}

/** Makes the folder of the journal; git works there on a copy of its index. */
async function prepareIndex(
  root: string,
  folder: string,
  change: TreeChange,
  run: string,
  step: Step,
): Promise<PreparedChange["index"]> {
  makeJournalFolder(folder, step);
  const moved = await moveIndexEntries(root, change, folder, step);
  if (moved === null) return null;
  const { content, ...file } = moved;
  const hashes = { preimage: sha256(file.bytes), intended: sha256(content) };
  const names = { saved: "index.original", staged: `rename-plan-${run}-index` };
  return { original: { ...file, ...hashes, ...names }, content };
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
