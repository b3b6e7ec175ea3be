import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { StagedCopy, StagedFile } from "../engine/ports.ts";
import { confine, resolveInside } from "./confine.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

/**
 * A copy of a tree below the system's temporary folder. Files that stay as they are become hard links, which nobody writes to:
 * other bytes go into new files, and the folder is only ever read or removed. `known` are the paths of the file set; what else
 * Python could import (ignored modules, submodules) is linked to, so that it is found as before.
 */
export function stageCopy(root: string, files: readonly StagedFile[], known: readonly string[]): StagedCopy {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-copy-")));
  const remove = (): void => {
    process.removeListener("exit", remove);
    try {
      rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // What is left in the temporary folder matters less than the run's own result.
    }
  };
  process.on("exit", remove);
  try {
    fill(root, copy, files);
    borrow(root, copy, new Set(known), new Set(files.map(({ path }) => path)));
  } catch (cause) {
    remove();
    if (cause instanceof WorkspaceError) throw cause;
    const what = `the tree could not be copied to ${tmpdir()} for the proof; make room there, or set TMPDIR`;
    throw new WorkspaceError(what, { cause });
  }
  return { root: copy, remove: async () => remove() };
}

function fill(root: string, copy: string, files: readonly StagedFile[]): void {
  const folders = new Set<string>();
  let canLink = true;
  for (const file of files) {
    const to = confine(copy, file.path);
    const folder = dirname(to);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    if ("content" in file) {
      // A path that is there already would be a link to a file of the repository.
      writeFileSync(to, file.content, { flag: "wx" });
    } else if ("target" in file) {
      symlinkSync(file.target === "." ? copy : confine(copy, file.target), to);
    } else {
      const from = resolveInside(root, file.from);
      canLink &&= isLinked(from, to);
      if (!canLink) copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    }
  }
}

/** False where files of the repository cannot be linked to from the temporary folder: another disk, or another owner. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (cause) {
    if (UNLINKABLE.has(errorCode(cause))) return false;
    throw cause;
  }
}

const UNLINKABLE: ReadonlySet<string> = new Set(["EXDEV", "EPERM", "EACCES", "EMLINK", "ENOTSUP", "ENOSYS"]);

function borrow(root: string, copy: string, known: ReadonlySet<string>, staged: ReadonlySet<string>): void {
  const folders = foldersOf([...known, ...staged]);
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && folders.has(path)) pending.push(path);
      else if (!known.has(path) && !staged.has(path) && isImportable(entry.name, entry.isDirectory())) {
        mkdirSync(join(copy, folder), { recursive: true });
        symlinkSync(join(root, path), join(copy, path));
      }
    }
  }
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** By its name alone, a module or a folder of modules. */
function isImportable(name: string, isFolder: boolean): boolean {
  if (!isFolder) return /^[\p{XID_Start}_][\p{XID_Continue}]*(?:\.[\w-]+)?\.(?:pyi?|so|pyd)$/u.test(name);
  return (
    name !== "__pycache__" && name !== "node_modules" && /^[\p{XID_Start}_][\p{XID_Continue}-]*$/u.test(name)
  );
}
