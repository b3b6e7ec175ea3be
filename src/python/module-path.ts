import type { FileSet } from "../model/file-set.ts";
import { importedPath } from "./standpoint.ts";
import type { ImportedPath } from "./token.ts";

/** A file that a dotted module name can mean, with the import root it then stands under. */
export interface ModuleFile {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** The import root; "" is the repository root. */
  readonly root: string;
  readonly stub: boolean;
}

/** Where modules can be, answered from the list of files alone. */
export interface ModuleTree {
  /** Every file that could be the module under some import root that is no package itself. */
  filesOf(module: string): readonly ModuleFile[];
  /** The dotted name of a file under the import root that fits it best: the nearest folder that is no package. */
  moduleOf(path: string): string;
  /** The folder holds a regular package. */
  isPackage(folder: string): boolean;
  /** Something in the repository is, or links to, a module or package of this top-level name. */
  hasTopLevel(name: string): boolean;
  /** There are symbolic links, so that a file can be a module under a second name. */
  readonly hasLinks: boolean;
  /** A module or a package stands at a path without its suffix, such as `src/pkg/mod`. */
  hasModuleAt(stem: string): boolean;
  /** The dotted names of all files, each under the import root that fits it best. */
  modules(): readonly string[];
  /** Import roots found from the layout, most specific first; "" is the repository root. */
  readonly sourceRoots: readonly string[];
}

/** Folders whose name alone makes them import roots, where they exist. */
const USUAL_ROOTS = ["src", "lib", "tests", "test", "scripts"] as const;
const SUFFIXES = [".py", "/__init__.py", ".pyi", "/__init__.pyi"] as const;

export function moduleTree(fileSet: FileSet): ModuleTree {
  const python = fileSet.files.filter((f) => f.kind === "python" && /\.pyi?$/.test(f.path));
  const paths = new Set(python.map((f) => f.path));
  const packages = new Set<string>();
  for (const { path } of python) {
    if (isInit(path)) packages.add(folderOf(path));
  }
  const byBaseName = new Map<string, string[]>();
  const topLevel = new Set<string>();
  const folders = new Set<string>();
  for (const { path } of python) {
    const base = baseOf(path);
    byBaseName.set(base, [...(byBaseName.get(base) ?? []), path]);
    topLevel.add(base.replace(/\.pyi?$/, ""));
    for (let f = folderOf(path); f !== "" && !folders.has(f); f = folderOf(f)) folders.add(f);
  }
  for (const folder of folders) topLevel.add(baseOf(folder));
  for (const link of fileSet.links) topLevel.add(baseOf(link.path).replace(/\.pyi?$/, ""));
  const isPackage = (folder: string): boolean => packages.has(folder);

  const moduleOf = (path: string): string => {
    let root = folderOf(path);
    while (root !== "" && isPackage(root)) root = folderOf(root);
    return moduleBelow(root, path);
  };

  return {
    isPackage,
    hasLinks: fileSet.links.length > 0,
    hasTopLevel: (name) => topLevel.has(name),
    hasModuleAt: (stem) => folders.has(stem) || [".py", ".pyi"].some((suffix) => paths.has(stem + suffix)),
    sourceRoots: sourceRoots(packages, folders),
    filesOf(module) {
      const found: ModuleFile[] = [];
      for (const suffix of SUFFIXES) {
        const tail = module.replaceAll(".", "/") + suffix;
        for (const path of byBaseName.get(baseOf(tail)) ?? []) {
          if (path !== tail && !path.endsWith(`/${tail}`)) continue;
          const root = path.slice(0, Math.max(0, path.length - tail.length - 1));
          if (root === "" || !isPackage(root)) found.push({ path, root, stub: path.endsWith(".pyi") });
        }
      }
      return found;
    },
    moduleOf,
    modules: () => [...new Set(python.map((f) => moduleOf(f.path)).filter((m) => m !== ""))],
  };
}

/**
 * The repository root, `src` and its like, and each folder that holds a top-level package. Folders are more specific
 * the deeper they are.
 */
function sourceRoots(packages: ReadonlySet<string>, folders: ReadonlySet<string>): readonly string[] {
  const roots = new Set<string>([""]);
  for (const name of USUAL_ROOTS) {
    if (folders.has(name) && !packages.has(name)) roots.add(name);
  }
  for (const folder of packages) {
    const parent = folderOf(folder);
    if (!packages.has(parent)) roots.add(parent);
  }
  return [...roots];
}

/** The dotted path of what an import names, relative ones counted from the module of the file. */
export function absolutePath(imported: ImportedPath, file: string, tree: ModuleTree): string {
  if (imported.dots === 0) return imported.path;
  return importedPath(imported, { module: tree.moduleOf(file), isPackage: isInit(file) });
}

/** The dotted name of a file under an import root; "" is the repository root. */
export function moduleBelow(root: string, path: string): string {
  return path
    .slice(root === "" ? 0 : root.length + 1)
    .replace(/\.py[iw]?$/, "")
    .replaceAll("/", ".")
    .replace(/(^|\.)__init__$/, "");
}

/** The file makes its folder a regular package. */
export function isInit(path: string): boolean {
  return /(^|\/)__init__\.pyi?$/.test(path);
}

/** The dotted name can mean one of the files. */
export function canMean(dotted: string, paths: ReadonlySet<string>, tree: ModuleTree): boolean {
  return tree.filesOf(dotted).some((file) => paths.has(file.path));
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
