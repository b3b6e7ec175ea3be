import type { ImportStatement } from "../python/import-statements.ts";
import type { ModuleFile, ModuleTree } from "../python/module-path.ts";
import { folderOf, isInit } from "../python/module-path.ts";

/** The Python files of a tree, and what dotted names mean among them. */
export interface World {
  readonly paths: ReadonlySet<string>;
  readonly tree: ModuleTree;
  /** Import roots; a script's own folder is one for it besides. */
  readonly roots: ReadonlySet<string>;
  /** Names that the `__init__` of a package binds to something else than a module in it, by the path of the `__init__`. */
  readonly ownNames: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The files of the repository that an import can mean, in a file at `path`; packages on the way apart. */
export function importedFiles(statement: ImportStatement, path: string, world: World): readonly string[] {
  if (statement.kind === "import") return statement.items.flatMap((item) => absolute(item.path, path, world));
  const source = sourceFiles(statement, path, world);
  const names = statement.items.map((item) => {
    const isOwn = source.some((init) => world.ownNames.get(init)?.has(item.path) === true);
    return isOwn ? [] : namedFiles(statement, item.path, path, world);
  });
  // What is no module is a name of the module behind `from`.
  const isMore = names.length === 0 || names.some((list) => list.length === 0);
  return [...names.flat(), ...(isMore ? source : [])];
}

type FromImport = ImportStatement & { readonly kind: "from" };

/** The files that are the module behind `from`. */
function sourceFiles(statement: FromImport, path: string, world: World): readonly string[] {
  return namedFiles(statement, "", path, world);
}

/** The files that are a module of that name in what stands behind `from`. */
export function namedFiles(
  { dots, path: source }: FromImport,
  name: string,
  path: string,
  world: World,
): readonly string[] {
  const dotted = [source, name].filter((part) => part !== "").join(".");
  return dots === 0 ? absolute(dotted, path, world) : relative(dots, dotted, path, world);
}

function absolute(dotted: string, path: string, { tree, roots }: World): readonly string[] {
  if (dotted === "") return [];
  const files = tree.filesOf(dotted);
  const folder = folderOf(path);
  // Python looks beside a script first; a file of a package is seldom run as one.
  const beside = tree.isPackage(folder) ? [] : files.filter(({ root }) => root === folder);
  const isReached = ({ root }: ModuleFile): boolean => roots.has(root) || root === folder;
  return (beside.length > 0 ? beside : files.filter(isReached)).map((file) => file.path);
}

function relative(dots: number, dotted: string, path: string, { paths }: World): readonly string[] {
  let folder = folderOf(path);
  for (let up = 1; up < dots; up++) folder = folderOf(folder);
  const stem = [folder, dotted.replaceAll(".", "/")].filter((part) => part !== "").join("/");
  return [`${stem}.py`, `${stem}.pyi`, `${stem}/__init__.py`, `${stem}/__init__.pyi`].filter((p) =>
    paths.has(p),
  );
}

/** What the imports of a package's `__init__` bind to something else than a module of that name in it. */
export function importedNames(
  statements: readonly ImportStatement[],
  init: string,
  world: World,
): readonly string[] {
  const folder = folderOf(init);
  const isSubmodule = (name: string, files: readonly string[]): boolean =>
    files.some((file) => [`${folder}/${name}.py`, `${folder}/${name}/__init__.py`].includes(file));
  return statements.flatMap((statement) =>
    statement.items.flatMap((item) => {
      const name = item.alias ?? item.path;
      const files =
        statement.kind === "import"
          ? absolute(item.path, init, world)
          : namedFiles(statement, item.path, init, world);
      return name.includes(".") || !isInit(init) || isSubmodule(name, files) ? [] : [name];
    }),
  );
}
