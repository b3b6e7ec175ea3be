import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { stateHomes } from "./environment.ts";
import { sha256 } from "./sha256.ts";
import { errorMessage, WorkspaceError } from "./workspace-error.ts";

/**
 * The folder that holds the journal and the lock of one repository root, under the first of the homes that already has one,
 * or that can be made. The same user on the same tree always finds it again. Throws a WorkspaceError for a home
 * that another user owns or can write to: its journal could be forged.
 */
export function stateFolder(root: string, homes: readonly string[] = stateHomes()): string {
  const existing = existingStateFolder(root, homes);
  if (existing !== null) return existing;
  const failures: string[] = [];
  for (const home of homes) {
    try {
      mkdirSync(home, { recursive: true, mode: 0o700 });
    } catch (error) {
      failures.push(errorMessage(error));
      continue;
    }
    assertOwn(home);
    return join(home, sha256(Buffer.from(root)));
  }
  throw new WorkspaceError(
    `no folder for the journal can be made (${failures.join("; ")}); nothing was written`,
  );
}

/** As `stateFolder`, and makes nothing: null when no run has left anything. */
export function existingStateFolder(root: string, homes: readonly string[] = stateHomes()): string | null {
  for (const home of homes) {
    const folder = join(home, sha256(Buffer.from(root)));
    if (!existsSync(folder)) continue;
    assertOwn(home);
    assertOwn(folder);
    return folder;
  }
  return null;
}

function assertOwn(folder: string): void {
  const stat = lstatSync(folder);
  const uid = process.getuid?.();
  const isOwn = uid === undefined || (stat.uid === uid && (stat.mode & 0o077) === 0);
  if (stat.isDirectory() && isOwn) return;
  throw new WorkspaceError(
    `${folder} must be a folder of this user that nobody else can open (mode 0700); its content cannot be trusted. ` +
      "Look at it, then remove it or correct owner and mode",
  );
}
