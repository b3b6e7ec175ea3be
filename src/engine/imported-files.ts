import type { ImportStatement } from "../python/import-statements.ts";
import type { ModuleFile, ModuleTree } from "../python/module-path.ts";
import { folderOf } from "../python/module-path.ts";

/** The Python files of a tree, and what dotted names mean among them. */
export interface World {
  readonly paths: ReadonlySet<string>;
  readonly tree: ModuleTree;
  /** Import roots; a script's own folder is one for it besides. */
  readonly roots: ReadonlySet<string>;
}

/** The files of the repository that an import can mean, in a file at `path`; packages on the way apart. */
export function importedFiles(
  statement: ImportStatement,
  path: string,
  { paths, tree, roots }: World,
): readonly string[] {
  const absolute = (dotted: string): readonly string[] =>
    dotted === ""
      ? []
      : tree
          .filesOf(dotted)
          .filter(isReached)
          .map((file) => file.path);
  const isReached = ({ root }: ModuleFile): boolean => roots.has(root) || root === folderOf(path);
  if (statement.kind === "import") return statement.items.flatMap((item) => absolute(item.path));
  const { dots, path: source } = statement;
  const of = (name: string): readonly string[] => {
    const dotted = [source, name].filter((part) => part !== "").join(".");
    return dots === 0 ? absolute(dotted) : relative(dots, dotted, path, paths);
  };
  const names = statement.items.map((item) => of(item.path));
  // What is no module is a name of the module behind `from`.
  const isMore = names.length === 0 || names.some((list) => list.length === 0);
  return [...names.flat(), ...(isMore ? of("") : [])];
}

function relative(dots: number, dotted: string, path: string, paths: ReadonlySet<string>): readonly string[] {
  let folder = folderOf(path);
  for (let up = 1; up < dots; up++) folder = folderOf(folder);
  const stem = [folder, dotted.replaceAll(".", "/")].filter((part) => part !== "").join("/");
  return [`${stem}.py`, `${stem}.pyi`, `${stem}/__init__.py`, `${stem}/__init__.pyi`].filter((p) =>
    paths.has(p),
  );
}
