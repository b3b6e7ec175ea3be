import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { confine, isInside } from "./confine.ts";
import { sha256 } from "./sha256.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

/** A regular file as it stands. */
export interface TargetFile {
  readonly absolute: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** Permission bits, with set-user-id and the like. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * What lies at a path: a regular file; nothing, and files can be made there; or something that is neither: a folder, a link,
 * or a link or a file in place of a folder above.
 */
export type Target = TargetFile | "nothing" | "obstacle";

/**
 * Throws a WorkspaceError for a path that leaves the root, by its text or by a link, and for a file that cannot be read.
 */
export function readTarget(root: string, path: string): Target {
  const absolute = confine(root, path);
  try {
    const folder = nearestFolder(dirname(absolute));
    const real = realpathSync(folder);
    if (!isInside(root, real)) {
      throw new WorkspaceError(
        `${path} leads outside the repository by a symbolic link; nothing was written to it`,
      );
    }
    if (real !== folder || !lstatSync(folder).isDirectory()) return "obstacle";
    const stat = lstatSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) return "nothing";
    if (!stat.isFile()) return "obstacle";
    const bytes = readFileSync(absolute);
    return { absolute, bytes, sha256: sha256(bytes), mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid };
  } catch (cause) {
    // It goes away while it is looked at, or a link above leads nowhere.
    if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR") return "obstacle";
    if (cause instanceof WorkspaceError) throw cause;
    throw new WorkspaceError(`${path} cannot be read; make it readable and run again`, { cause });
  }
}

/** Whether the bytes with that hash lie there, or, for null, nothing at all. */
export function holds(target: Target, hash: string | null): boolean {
  if (target === "nothing") return hash === null;
  return target !== "obstacle" && target.sha256 === hash;
}

/** The folder itself, or the nearest one above it that is there; a link or a file counts as there. */
function nearestFolder(folder: string): string {
  let at = folder;
  while (lstatSync(at, { throwIfNoEntry: false }) === undefined) at = dirname(at);
  return at;
}
