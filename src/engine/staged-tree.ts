import type { FileSet } from "../model/file-set.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { applyEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ImportStatement } from "../python/import-statements.ts";
import { importStatements } from "../python/import-statements.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { folderOf, isInit, moduleTree } from "../python/module-path.ts";
import { definedNames } from "../python/defined-names.ts";
import type { World } from "./imported-files.ts";
import { importedNames } from "./imported-files.ts";
import type { Session } from "./session.ts";

/** A tree before or after a plan. */
export interface TreeSide extends World {
  /** The imports of a file; none for one that cannot be read. */
  readonly imports: (path: string) => Promise<readonly ImportStatement[]>;
}

/** A tree as it is, and as moves and the edits for them make it. Nothing of that is on disk. */
export interface StagedTree {
  readonly before: TreeSide;
  readonly after: TreeSide;
  /** Where a file was that is at a path afterwards. */
  readonly oldPath: (newPath: string) => string;
  readonly newPath: (path: string) => string;
}

export interface Staging {
  readonly changes: readonly FileEdit[];
  /** Old path to new path, of every file that moves. */
  readonly moved: ReadonlyMap<string, string>;
  readonly created: readonly string[];
  /** Imports that were read already, by the path of the file. */
  readonly known: ReadonlyMap<string, readonly ImportStatement[]>;
  /** Import roots that the entries, or the plan, name. */
  readonly roots: readonly string[];
  readonly fileSet: FileSet;
  readonly tree: ModuleTree;
  readonly session: Session;
  readonly grammar: Grammar;
}

export async function stagedTree(staging: Staging): Promise<StagedTree> {
  const { changes, moved, created, roots, known, fileSet, tree, session, grammar } = staging;
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  const back = new Map([...moved].map(([old, to]) => [to, old]));
  const renamed = fileSet.files.map((f) => ({ ...f, path: moved.get(f.path) ?? f.path }));
  const made = created.map((path) => ({ path, kind: "python" as const, size: 0 }));
  const newSet: FileSet = { files: [...renamed, ...made], links: fileSet.links };
  const cache = new Map<string, Promise<readonly ImportStatement[]>>();
  const oldPath = (newPath: string) => back.get(newPath) ?? newPath;
  const imports = (path: string, isEdited: boolean): Promise<readonly ImportStatement[]> => {
    const list = isEdited ? edits.get(path) : undefined;
    const key = list === undefined ? path : `${path}\0edited`;
    const found = cache.get(key) ?? read(path, list);
    cache.set(key, found);
    return found;
  };
  const read = async (path: string, list: FileEdit["edits"] | undefined) => {
    const unedited = list === undefined ? known.get(path) : undefined;
    if (unedited !== undefined) return unedited;
    const file = await session.load(path);
    if (file === null || !file.text.includes("import")) return [];
    return importStatements(grammar, list === undefined ? file.text : applyEdits(file.text, list));
  };
  const newPath = (path: string) => moved.get(path) ?? path;
  const before = worldOf(fileSet, tree, roots);
  const after = worldOf(newSet, moduleTree(newSet), roots);
  const [oldNames, newNames] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const folders = [...moved.keys(), ...moved.values()].map((path) => folderOf(packageFile(path)));
  const inits = folders.map((folder) => `${folder}/__init__.py`);
  for (const path of new Set([...inits, ...inits.map(oldPath)])) {
    // oxlint-disable-next-line no-await-in-loop -- a few packages
    const file = await session.load(path);
    if (file === null) continue;
    const defined = definedNames(grammar, file.text, []);
    // oxlint-disable-next-line no-await-in-loop
    const [old, now] = [await imports(path, false), await imports(path, true)];
    oldNames.set(path, new Set([...defined, ...importedNames(old, path, before)]));
    const to = newPath(path);
    newNames.set(to, new Set([...defined, ...importedNames(now, to, after)]));
  }
  return {
    before: { ...before, ownNames: oldNames, imports: (path) => imports(path, false) },
    after: { ...after, ownNames: newNames, imports: (path) => imports(oldPath(path), true) },
    oldPath,
    newPath,
  };
}

function worldOf({ files }: FileSet, tree: ModuleTree, roots: readonly string[]): World {
  return {
    paths: new Set(files.map((f) => f.path)),
    tree,
    roots: new Set([...tree.sourceRoots, ...roots]),
    ownNames: new Map(),
  };
}

/** What stands for a module in its package: the file, or the folder of a package. */
function packageFile(path: string): string {
  return isInit(path) ? folderOf(path) : path;
}
