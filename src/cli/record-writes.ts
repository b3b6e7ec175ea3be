import type { FileWrite, Transaction, Workspace } from "../engine/ports.ts";
import type { FileChange } from "../report/diff.ts";

export interface Recorded {
  readonly transaction: Transaction;
  /** What was handed over to be written, with what stood there before; empty before an apply. */
  changes(): readonly FileChange[];
}

/** Once a file is written, what it was is gone: whoever wants to show the difference has to look before. */
export function recordWrites(transaction: Transaction, workspace: Workspace): Recorded {
  let changes: readonly FileChange[] = [];
  return {
    changes: () => changes,
    transaction: {
      recover: () => transaction.recover(),
      async apply(writes, verify) {
        changes = await Promise.all(writes.map((write) => change(write, workspace)));
        return transaction.apply(writes, verify);
      },
    },
  };
}

async function change({ path, content }: FileWrite, workspace: Workspace): Promise<FileChange> {
  return { path, before: byteString(await workspace.read(path)), after: byteString(content) };
}

/** One character a byte. */
export function byteString(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
