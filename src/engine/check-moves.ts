import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileSet } from "../model/file-set.ts";
import { folderOf, isInit } from "../python/module-path.ts";
import { join, stemOf } from "./plan-moves.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { Workspace } from "./ports.ts";

/** What stands where a module is to go, and what would lead to nothing without it. */
export async function checkMoves(
  moves: readonly PlannedMove[],
  fileSet: FileSet,
  workspace: Workspace,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const leaving = new Set(moves.flatMap(({ files }) => [...files.keys()]));
  const taken = new Map<string, string>();
  for (const move of moves) {
    // oxlint-disable-next-line no-await-in-loop -- a few questions about the disk
    conflicts.push(...(await occupied(move, leaving, fileSet, workspace)));
    const covered = packagesOn(move)
      .map((folder) => `${folder}.py`)
      .find((path) => !leaving.has(path) && fileSet.files.some((f) => f.path === path));
    if (covered !== undefined) {
      const message = `${covered} is a module, which the package that ${move.target.new} needs would take the place of. Choose another name, or move it away first.`;
      conflicts.push(conflict("module/exists", move.target.entry, message, { path: covered }));
    }
    for (const link of fileSet.links) {
      const isInside = move.kind === "package" && isUnder(link.path, move);
      if (isInside) {
        const message = `${link.path} is a symbolic link in what is to move. Remove it, and make it again afterwards.`;
        conflicts.push(conflict("module/linked", move.target.entry, message, { path: link.path }));
        continue;
      }
      const isLed = [...move.files.keys()].some(
        (path) => path === link.target || (link.directory && path.startsWith(`${link.target}/`)),
      );
      if (!isLed) continue;
      const message = `${link.path} is a symbolic link to ${link.target}, and would lead to nothing. Remove it, or point it elsewhere afterwards.`;
      conflicts.push(conflict("module/linked", move.target.entry, message, { path: link.path }));
    }
    for (const path of move.files.values()) {
      const other = taken.get(path);
      if (other !== undefined && other !== move.target.entry) {
        conflicts.push(
          conflict(
            "entry/overlap",
            move.target.entry,
            `${other} and ${move.target.entry} both move to ${path}.`,
          ),
        );
        break;
      }
      taken.set(path, move.target.entry);
    }
  }
  return conflicts;
}

/** The folders that the new path goes through. */
function packagesOn({ target, root }: PlannedMove): readonly string[] {
  const parts = target.new.split(".").slice(0, -1);
  return parts.map((_, index) => join(root, parts.slice(0, index + 1).join("/")));
}

function isUnder(path: string, { target, oldRoot }: PlannedMove): boolean {
  return path.startsWith(`${stemOf(oldRoot, target.old)}/`);
}

async function occupied(
  { target, files, root, kind }: PlannedMove,
  leaving: ReadonlySet<string>,
  fileSet: FileSet,
  workspace: Workspace,
): Promise<readonly Conflict[]> {
  const stem = stemOf(root, target.new);
  const ignoresCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const stays = fileSet.files.map((f) => f.path).filter((path) => !leaving.has(path));
  // A package wins over a module of its name, and a folder that is not empty would be mixed up with it.
  // The folder of a module that becomes its `__init__` may be there.
  const mayHaveFolder = target.becomes === "package" && !stays.some((path) => isInitOf(stem, path));
  const inTheWay = stays.find(
    (path) =>
      [`${stem}.py`, `${stem}.pyi`].includes(path) ||
      (path.startsWith(`${stem}/`) && !mayHaveFolder) ||
      [...files.values()].some((to) => to !== path && ignoresCase(to, path)),
  );
  if (inTheWay !== undefined) return [exists(target, inTheWay)];
  const places = kind === "package" && target.becomes === null ? [] : files.values();
  for (const path of [...places, ...(mayHaveFolder ? [] : [stem])]) {
    // What git ignores is in no list.
    // oxlint-disable-next-line no-await-in-loop
    if (!leaving.has(path) && !isLeft(path, leaving) && (await workspace.exists(path)))
      return [exists(target, path)];
  }
  return [];
}

function isInitOf(stem: string, path: string): boolean {
  return isInit(path) && folderOf(path) === stem;
}

/** A folder that all files of the plan leave, as in a swap. */
function isLeft(folder: string, leaving: ReadonlySet<string>): boolean {
  return [...leaving].some((path) => path.startsWith(`${folder}/`));
}

function exists(target: PlannedMove["target"], path: string): Conflict {
  const message = `${path} is there already, where ${target.old} is to go. Choose another name, or move it away first.`;
  return conflict("module/exists", target.entry, message, { path });
}
