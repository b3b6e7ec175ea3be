import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { gitOutput } from "./git.ts";
import type { Attributes } from "./replace-file.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

/** Git's index of one work tree, as it stands. */
export interface IndexFile extends Attributes {
  /** Absolute, links resolved; a linked work tree has one of its own in the folder of the main one. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Null when nothing was ever added. Rejects with a WorkspaceError when it cannot be read. */
export async function readIndex(top: string): Promise<IndexFile | null> {
  const named = (await gitOutput(top, ["rev-parse", "--git-path", "index"])).toString("utf8");
  const path = resolve(top, named.replace(/\r?\n$/, ""));
  try {
    const file = realpathSync(path);
    const { mode, uid, gid } = lstatSync(file);
    return { file, bytes: readFileSync(file), mode: mode & 0o7777, uid, gid };
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    throw new WorkspaceError(`git's index ${path} cannot be read; make it readable and run again`, { cause });
  }
}
