import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { baseOf, folderOf } from "../python/module-path.ts";
import { resolveName } from "../python/scope.ts";
import type { ImportSource, Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Rewritten } from "./rewritten.ts";
import type { Scan } from "./scan.ts";
import type { SourceFile } from "./source-file.ts";

export interface ExportFindings {
  readonly conflicts: readonly Conflict[];
  /** Rewritten places that a star import feeds, and will not feed under the new name. */
  readonly starved: ReadonlyMap<SourceFile, readonly Token[]>;
}

/**
 * What the rename changes for others than those who name the symbol: star importers get the new name, or no longer
 * get any (a leading underscore), and a package can have a submodule of the new name.
 */
export function checkExports(
  target: ResolvedTarget,
  scan: Scan,
  tree: ModuleTree,
  after: Rewritten,
): ExportFindings {
  const conflicts: Conflict[] = [];
  const starved = new Map<SourceFile, readonly Token[]>();
  if (target.member) return { conflicts, starved };
  const pending = [...scan.files.values()].filter((f) => bindsSymbol(f, target, after));
  const seen = new Set(pending);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    const submodule = submoduleOf(file.path, target.newName, tree);
    if (submodule !== null) {
      const message = `The package already has a submodule ${target.newName} (${submodule}); both would be one attribute of it.`;
      conflicts.push(conflict("name/taken", target.target.entry, message, { path: file.path }));
    }
    const before = exportsName(file, target.name);
    const then = file.reading.hasExportList ? before : !target.newName.startsWith("_");
    for (const importer of starImportersOf(file, scan, tree)) {
      if (before && !then) starved.set(importer, fedByStar(importer, target, after));
      if (then) conflicts.push(...meets(importer, target, after));
      if (then && !seen.has(importer)) {
        seen.add(importer);
        pending.push(importer);
      }
    }
  }
  return { conflicts, starved };
}

/** The module-level variable of the file is the symbol. */
function bindsSymbol(file: SourceFile, target: ResolvedTarget, after: Rewritten): boolean {
  return file.reading.tokens.some(
    (t) =>
      t.kind === "name" &&
      after.targetOf(t) === target &&
      t.binding !== null &&
      resolveName(t.scope, t.name) === file.reading.module,
  );
}

function exportsName(file: SourceFile, name: string): boolean {
  if (!file.reading.hasExportList) return !name.startsWith("_");
  return file.reading.tokens.some((t) => t.kind === "string" && t.name === name && t.role === "export_list");
}

function fedByStar(file: SourceFile, target: ResolvedTarget, after: Rewritten): readonly Token[] {
  const tokens = file.reading.tokens.filter((t) => after.targetOf(t) === target && t.kind === "name");
  const bound = tokens.some((t) => t.kind === "name" && t.binding === "import_from");
  return bound ? [] : tokens;
}

/** The star import would bring the new name to a file that uses it for something else. */
function meets(file: SourceFile, target: ResolvedTarget, after: Rewritten): readonly Conflict[] {
  const { module } = file.reading;
  const token = file.reading.tokens.find(
    (t) =>
      t.kind === "name" &&
      after.targetOf(t) !== target &&
      after.nameAfter(t) === target.newName &&
      resolveName(t.scope, t.name) === module,
  );
  if (token === undefined) return [];
  const { line, character } = file.lines.positionAt(token.start);
  const message = `A star import would bring ${target.newName} to this file, where that name means something else.`;
  const place = { path: file.path, line: line + 1, column: character + 1 };
  return [conflict("name/export", target.target.entry, message, place)];
}

function starImportersOf(file: SourceFile, scan: Scan, tree: ModuleTree): readonly SourceFile[] {
  return [...scan.files.values()].filter((other) =>
    other.reading.starImports.some(({ source }) => couldMean(source, other.path, file.path, tree)),
  );
}

/** Could the import mean the file? Without the server: by the folder for relative imports, by name for the others. */
function couldMean(source: ImportSource, importer: string, path: string, tree: ModuleTree): boolean {
  if (source.dots === 0) return tree.filesOf(source.path).some((f) => f.path === path);
  let folder = folderOf(importer);
  for (let dots = 1; dots < source.dots; dots++) folder = folderOf(folder);
  const tail = source.path.replaceAll(".", "/");
  const stem = [folder, tail].filter((part) => part !== "").join("/");
  return [".py", "/__init__.py", ".pyi", "/__init__.pyi"].some(
    (suffix) => path === stem + suffix || `/${path}` === stem + suffix,
  );
}

function submoduleOf(path: string, name: string, tree: ModuleTree): string | null {
  if (!/^__init__\.pyi?$/.test(baseOf(path))) return null;
  const folder = folderOf(path);
  const stem = folder === "" ? name : `${folder}/${name}`;
  return tree.hasModuleAt(stem) ? stem : null;
}
