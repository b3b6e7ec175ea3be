import { formatPatch, structuredPatch } from "diff";
import type { Report } from "./report.ts";
import type { View } from "./view.ts";

/**
 * One file before and after. `before` and `after` are byte strings: every character stands for one byte (ISO 8859-1),
 * so that a file of any encoding goes through a patch unchanged.
 */
export interface FileChange {
  /** POSIX, relative to the repository root; null for a file that is made. */
  readonly path: string | null;
  /** Where it is afterwards. */
  readonly newPath: string;
  readonly before: string;
  readonly after: string;
}

/** A patch for `git apply`, as a byte string; empty when nothing changes. */
export function renderDiff(_report: Report, view: View): string {
  return view.changes.map(filePatch).join("");
}

/** As a byte string; "" for a file that stays as it is. */
export function filePatch({ path, newPath, before, after }: FileChange): string {
  if (before === after && path === newPath) return "";
  const oldName = path === null ? "/dev/null" : `a/${path}`;
  const patch = structuredPatch(oldName, `b/${newPath}`, before, after, undefined, undefined, { context: 3 });
  const isCreate = path === null;
  const isRename = path !== null && path !== newPath;
  return formatPatch({
    ...patch,
    isGit: true,
    ...(isCreate ? { isCreate } : {}),
    ...(isRename ? { isRename } : {}),
  });
}
