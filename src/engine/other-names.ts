import type { ModuleTree } from "../python/module-path.ts";
import { folderOf, moduleBelow } from "../python/module-path.ts";
import type { Renamed } from "./module-map.ts";
import { join, stemOf } from "./plan-moves.ts";
import type { PlannedMove } from "./plan-moves.ts";

/**
 * What the files of an entry are called from other import roots than the entry's: `unit` for `lib.unit` in a script beside it.
 * Every folder around them that is no package can be one; the folder of a package only for scripts in it.
 */
export function otherNames({ target, oldRoot, root }: PlannedMove, tree: ModuleTree): readonly Renamed[] {
  const oldStem = stemOf(oldRoot, target.old);
  const newStem = stemOf(root, target.new);
  const found: Renamed[] = [];
  for (let folder = oldStem; folder !== "";) {
    folder = folderOf(folder);
    const isPackage = tree.isPackage(folder);
    const isOwn = folder === folderOf(oldStem);
    if (folder === oldRoot || (isPackage && !isOwn) || !newStem.startsWith(join(folder, ""))) continue;
    const [old, to] = [moduleBelow(folder, oldStem), moduleBelow(folder, newStem)];
    if (old !== to) found.push({ old, new: to, isOtherName: true, ...(isPackage ? { onlyIn: folder } : {}) });
  }
  return found;
}
