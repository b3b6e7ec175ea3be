import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { conflict } from "../model/conflict.ts";
import type { Conflict } from "../model/conflict.ts";
import { gitTopLevel } from "../workspace/git-top-level.ts";
import { fileProblem } from "./file-problem.ts";

export interface RootRequest {
  /** `--repo-root`, as given; null when it was not. */
  readonly explicit: string | null;
  /** The plan's repo_root; null when it has none. */
  readonly inPlan: string | null;
  /** The plan's folder: absolute, links resolved. */
  readonly folder: string;
  /** Absolute. */
  readonly cwd: string;
}

export type FoundRoot =
  | { readonly ok: true; readonly root: string }
  | { readonly ok: false; readonly conflict: Conflict };

/**
 * The repository root, absolute and with links resolved. The user may name any folder. A plan may come from somebody
 * else: its repo_root stays within the git top level of the plan's folder, or within that folder where there is no git.
 */
export async function findRoot({ explicit, inPlan, folder, cwd }: RootRequest): Promise<FoundRoot> {
  if (explicit !== null) return existingFolder(resolve(cwd, explicit), `--repo-root ${explicit}`);
  const top = await gitTopLevel(folder);
  const bound = top ?? folder;
  if (inPlan === null) return { ok: true, root: bound };
  const found = await existingFolder(resolve(folder, inPlan), `repo_root "${inPlan}"`);
  if (!found.ok || isWithin(bound, found.root)) return found;
  const limit =
    top === null
      ? "the plan's folder (there is no git repository around it)"
      : "the git repository of the plan";
  return refused(
    `repo_root "${inPlan}" lies outside ${limit}. If you mean that folder, name it with --repo-root.`,
  );
}

async function existingFolder(path: string, name: string): Promise<FoundRoot> {
  try {
    const root = await realpath(path);
    if ((await stat(root)).isDirectory()) return { ok: true, root };
    return refused(`${name} is no folder.`);
  } catch (error) {
    return refused(`${name} cannot be used: ${fileProblem(error)}.`);
  }
}

function isWithin(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function refused(message: string): FoundRoot {
  return { ok: false, conflict: conflict("plan/root", "", message) };
}
