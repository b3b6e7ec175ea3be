import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { confine, isInside } from "./confine.ts";
import { sha256 } from "./sha256.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

/** A file that is to be replaced, as it stands. */
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
 * Null when there is no regular file of exactly this path: it is gone, or it or a folder above it has become a link. Throws
 * a WorkspaceError for a path that leaves the root, by its text or by a link, and for a file that cannot be read.
 */
export function readTarget(root: string, path: string): TargetFile | null {
  const absolute = confine(root, path);
  try {
    const folder = realpathSync(dirname(absolute));
    if (!isInside(root, folder)) {
      throw new WorkspaceError(
        `${path} leads outside the repository by a symbolic link; nothing was written to it`,
      );
    }
    const stat = lstatSync(absolute);
    if (folder !== dirname(absolute) || !stat.isFile()) return null;
    const bytes = readFileSync(absolute);
    return { absolute, bytes, sha256: sha256(bytes), mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid };
  } catch (cause) {
    if (errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR") return null;
    if (cause instanceof WorkspaceError) throw cause;
    throw new WorkspaceError(`${path} cannot be read; make it readable and run again`, { cause });
  }
}
