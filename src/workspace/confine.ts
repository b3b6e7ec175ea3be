import { realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { WorkspaceError } from "./workspace-error.ts";

/** True for the folder itself too. Both absolute; compares text only. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * The absolute path of a repository path (POSIX, relative to the root), by its text alone. Throws a WorkspaceError for
 * what could leave the root (absolute, `..`) and for git's own folder, whatever its case.
 */
export function confine(root: string, path: string): string {
  const parts = path.split("/");
  if (path === "" || path.includes("\0") || isAbsolute(path) || parts.some((part) => part === "..")) {
    throw new WorkspaceError(
      `${JSON.stringify(path)} is no path inside the repository; nothing was read or written`,
    );
  }
  if (parts.some((part) => part.toLowerCase() === ".git")) {
    throw new WorkspaceError(`${JSON.stringify(path)} belongs to git; nothing was read or written`);
  }
  return join(root, ...parts);
}

/** As `confine`, with every link resolved. Throws a WorkspaceError when it is not there or a link leads outside. */
export function resolveInside(root: string, path: string): string {
  const absolute = confine(root, path);
  let real: string;
  try {
    real = realpathSync(absolute);
  } catch (cause) {
    throw new WorkspaceError(`${path} cannot be read; run again when it is back`, { cause });
  }
  if (!isInside(root, real)) {
    throw new WorkspaceError(`${path} leads outside the repository by a symbolic link; it was not read`);
  }
  return real;
}
