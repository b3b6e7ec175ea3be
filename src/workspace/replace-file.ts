import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./workspace-error.ts";

/** Called after every change of the disk with the name of the step, so that a test can stop the process there. */
export type Step = (name: string) => void;

export interface Attributes {
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Writes a new file to the disk for good. Owner and group are kept where this user may set them. */
export function stageFile(path: string, content: Uint8Array, attributes: Attributes, step: Step): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const file = openSync(path, flags, 0o600);
  try {
    step("staged file created");
    writeFileSync(file, content);
    step("staged file written");
    keepOwner(file, attributes);
    // After the owner: a change of owner clears the set-user-id bit.
    fchmodSync(file, attributes.mode);
    fsyncSync(file);
    step("staged file synced");
  } finally {
    closeSync(file);
  }
}

/**
 * Puts a staged file in the place of its target, at once or not at all. Works for read-only targets; a hard link to the
 * target keeps the old content, so nothing outside the repository changes through one.
 */
export function replaceFile(staged: string, target: string, step: Step): void {
  renameSync(staged, target);
  step("file replaced");
  syncFolder(dirname(target));
  step("folder synced");
}

/** Makes the names in a folder survive a loss of power. Windows cannot sync folders. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes a file that may not be there. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") throw error;
  }
}

function keepOwner(file: number, { uid, gid }: Attributes): void {
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    if (errorCode(error) !== "EPERM") throw error;
  }
}
