import { lstatSync } from "node:fs";
import { posix } from "node:path";
import type { TreeChange } from "../engine/ports.ts";
import { confine } from "./confine.ts";
import { isSameEntry } from "./is-same-entry.ts";
import type { Original } from "./journal.ts";
import type { Attributes } from "./replace-file.ts";
import { sha256 } from "./sha256.ts";
import { holds, readTarget, type Target, type TargetFile } from "./target-file.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** One path that is to change: what was there, and what is to be there. */
export interface Replacement {
  readonly original: Original;
  /** null: nothing. */
  readonly content: Uint8Array | null;
  /** What the new file is to have. */
  readonly attributes: Attributes;
}

export type PreparedWrites =
  | {
      readonly ok: true;
      readonly replacements: readonly Replacement[];
      /** The folders that are to be made, each after those above it. */
      readonly folders: readonly string[];
    }
  /** The paths that are not as expected. */
  | { readonly ok: false; readonly changed: readonly string[] };

/**
 * Looks at every path, and writes nothing. `run` names the files that are staged. Throws a WorkspaceError for a path outside
 * the root or in git's folder, and for a move that the file system takes for none.
 */
export function prepareWrites(root: string, { writes, moves }: TreeChange, run: string): PreparedWrites {
  const targets = new Map(writes.map(({ path }): [string, Target] => [path, readTarget(root, path)]));
  assertCaseMatters(moves, targets);
  const changed = writes.filter(({ path, preimage }) => !holds(targets.get(path) ?? "obstacle", preimage));
  if (changed.length > 0) return { ok: false, changed: changed.map(({ path }) => path) };

  const sources = new Map(moves.map((move) => [move.new, move.old]));
  const umask = process.umask();
  const attributesAt = (path: string): Attributes =>
    fileAt(targets, path) ?? { mode: 0o666 & ~umask, ...OWN };
  const replacements = writes.map(({ path, preimage, content }, index): Replacement => {
    const { mode, uid, gid } = attributesAt(path);
    const original: Original = {
      path,
      preimage,
      intended: content === null ? null : sha256(content),
      mode,
      uid,
      gid,
      saved: `${index}.original`,
      staged: `.rename-plan-${run}-${index}`,
      bytes: fileAt(targets, path)?.bytes ?? null,
    };
    return { original, content, attributes: attributesAt(sources.get(path) ?? path) };
  });
  const created = writes.filter(({ preimage, content }) => preimage === null && content !== null);
  return { ok: true, replacements, folders: missingFolders(root, created) };
}

/** Owner and group are whatever the system gives. */
const OWN = { uid: -1, gid: -1 };

function fileAt(targets: ReadonlyMap<string, Target>, path: string): TargetFile | null {
  const target = targets.get(path) ?? "nothing";
  return target === "nothing" || target === "obstacle" ? null : target;
}

function missingFolders(root: string, created: readonly { readonly path: string }[]): readonly string[] {
  const missing = new Set<string>();
  for (const { path } of created) {
    for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at)) {
      if (missing.has(at) || lstatSync(confine(root, at), { throwIfNoEntry: false }) !== undefined) break;
      missing.add(at);
    }
  }
  // What begins with another comes after it.
  return [...missing].sort();
}

/**
 * Where `Foo.py` and `foo.py` are one file, the new path is taken by the very file that is to move there, and folders keep their
 * spelling, so a recovery could not tell the two apart. Two runs by way of a third name do what one cannot.
 */
function assertCaseMatters(moves: TreeChange["moves"], targets: ReadonlyMap<string, Target>): void {
  for (const { old, new: target } of moves) {
    const [from, to] = [fileAt(targets, old), fileAt(targets, target)];
    if (old === target || from === null || to === null || !isSameEntry(from.absolute, to.absolute)) continue;
    throw new WorkspaceError(
      `${old} and ${target} are one and the same file here, because the file system does not tell upper from lower case. ` +
        `Nothing was written. Move it to a third name first, and from there to ${target} by a second plan`,
    );
  }
}
