import { lstatSync, readFileSync, statSync } from "node:fs";
import type { Workspace } from "../engine/ports.ts";
import { SIZE_LIMIT } from "./classify-file.ts";
import { confine, resolveInside } from "./confine.ts";
import { decodePython } from "./decode-python.ts";
import { decodeText } from "./decode-text.ts";
import { encode } from "./encode.ts";
import { listFiles } from "./list-files.ts";
import { realFolder } from "./real-folder.ts";
import { sha256 } from "./sha256.ts";
import { ignoredFiles } from "./ignored-files.ts";
import { matchesGlob } from "./matches-glob.ts";
import { stageCopy } from "./stage-copy.ts";
import { trackedPaths } from "./tracked-paths.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

export interface WorkspaceOptions {
  /** Bytes; text files above it are "oversize". 5 MiB when not given. */
  readonly sizeLimit?: number;
}

/** The files below a folder, read only. Throws a WorkspaceError when the root is no folder. */
export function openWorkspace(folder: string, options: WorkspaceOptions = {}): Workspace {
  const root = realFolder(folder);
  const sizeLimit = options.sizeLimit ?? SIZE_LIMIT;
  return {
    root,
    files: () => listFiles(root, sizeLimit),
    read: async (path) => readInside(root, path),
    tracked: (paths) => trackedPaths(root, paths),
    ignored: (path) => ignoredFiles(root, path),
    exists: async (path) => isThere(confine(root, path)),
    readOutside: async (absolutePath) => readRegular(absolutePath, sizeLimit),
    decodePython,
    decodeText,
    encode,
    matchesGlob,
    sha256,
    stage: async (files, known) => stageCopy(root, files, known),
  };
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    // Above it lies a file.
    if (errorCode(cause) === "ENOTDIR") return false;
    throw new WorkspaceError(`${path} cannot be looked at; make its folder readable and run again`, {
      cause,
    });
  }
}

function readInside(root: string, path: string): Uint8Array {
  const real = resolveInside(root, path);
  try {
    if (statSync(real).isFile()) return readFileSync(real);
  } catch (cause) {
    throw new WorkspaceError(`${path} cannot be read; make it readable and run again`, { cause });
  }
  throw new WorkspaceError(`${path} is no regular file any more; run again`);
}

function readRegular(path: string, sizeLimit: number): Uint8Array | null {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= sizeLimit ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
