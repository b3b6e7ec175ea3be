import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileSet } from "../model/file-set.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { applyEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import { importStatements } from "../python/import-statements.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { folderOf, isInit, moduleTree } from "../python/module-path.ts";
import type { SourceFile } from "./source-file.ts";

export interface ImportCheck {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly changes: readonly FileEdit[];
  readonly moved: ReadonlyMap<string, string>;
  readonly created: readonly string[];
  readonly fileSet: FileSet;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
}

/**
 * Holds what the imports of each file lead to after the plan against what they led to before, file by file, with nothing but
 * paths: an oracle that shares no rule with the rewriting.
 */
export function checkImports(check: ImportCheck): readonly Conflict[] {
  const { files, changes, moved, created, fileSet, tree, grammar } = check;
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  const before = newWorld(
    fileSet.files.map((f) => f.path),
    tree,
  );
  const renamed = fileSet.files.map((f) => ({ ...f, path: moved.get(f.path) ?? f.path }));
  const made = created.map((path) => ({ path, kind: "python" as const, size: 0 }));
  const newSet: FileSet = { files: [...renamed, ...made], links: fileSet.links };
  const after = newWorld(
    newSet.files.map((f) => f.path),
    moduleTree(newSet),
  );
  const conflicts: Conflict[] = [];
  for (const file of files.values()) {
    const list = edits.get(file.path);
    if (list === undefined && !moved.has(file.path) && !file.text.includes("import")) continue;
    const text = list === undefined ? file.text : applyEdits(file.text, list);
    const newPath = moved.get(file.path) ?? file.path;
    const led = new Set(
      [...leadTo(file.text, file.path, before, grammar)].map((path) => moved.get(path) ?? path),
    );
    const leads = leadTo(text, newPath, after, grammar);
    const lost = [...led].find((path) => !leads.has(path));
    const gained = [...leads].find((path) => !led.has(path) && !isInit(path));
    if (lost === undefined && gained === undefined) continue;
    const what = lost === undefined ? `would also lead to ${gained}` : `would not lead to ${lost} any more`;
    const message = `The imports of ${file.path} ${what}. Nothing was written; please report this.`;
    conflicts.push(conflict("module/imports", "", message, { path: file.path }));
  }
  return conflicts;
}

interface World {
  readonly paths: ReadonlySet<string>;
  readonly tree: ModuleTree;
}

function newWorld(paths: readonly string[], tree: ModuleTree): World {
  return { paths: new Set(paths), tree };
}

/** The files of the repository that the imports of a text can mean, at the place where it stands. */
function leadTo(text: string, path: string, world: World, grammar: Grammar): ReadonlySet<string> {
  const found = new Set<string>();
  for (const statement of importStatements(grammar, text)) {
    if (statement.kind === "import") {
      for (const item of statement.items) for (const file of absolute(item.path, world)) found.add(file);
      continue;
    }
    const { dots, path: source } = statement;
    const of = (name: string): readonly string[] => {
      const dotted = [source, name].filter((part) => part !== "").join(".");
      return dots === 0 ? absolute(dotted, world) : relative(dots, dotted, path, world);
    };
    const names = statement.items.map(({ path: name }) => of(name));
    for (const file of names.flat()) found.add(file);
    // What is no module is a name of the module behind `from`.
    if (names.length === 0 || names.some((list) => list.length === 0))
      for (const file of of("")) found.add(file);
  }
  return found;
}

function absolute(dotted: string, { tree }: World): readonly string[] {
  return dotted === "" ? [] : tree.filesOf(dotted).map((file) => file.path);
}

function relative(dots: number, dotted: string, path: string, { paths }: World): readonly string[] {
  let folder = folderOf(path);
  for (let up = 1; up < dots; up++) folder = folderOf(folder);
  const stem = [folder, dotted.replaceAll(".", "/")].filter((part) => part !== "").join("/");
  return [`${stem}.py`, `${stem}.pyi`, `${stem}/__init__.py`, `${stem}/__init__.pyi`].filter((p) =>
    paths.has(p),
  );
}
