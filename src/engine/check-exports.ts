import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { folderOf, isInit } from "../python/module-path.ts";
import { resolveName } from "../python/scope.ts";
import type { ImportSource, Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { placeAt } from "./place-at.ts";
import type { Location } from "./ports.ts";
import { probeMember } from "./probe.ts";
import { importedPath } from "./receiver.ts";
import type { Rewritten } from "./rewritten.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface ExportContext {
  readonly target: ResolvedTarget;
  readonly scan: Scan;
  readonly tree: ModuleTree;
  readonly after: Rewritten;
  readonly session: Session;
  readonly grammar: Grammar;
}

export interface ExportFindings {
  readonly conflicts: readonly Conflict[];
  /** Rewritten places that a star import feeds, and will not feed under the new name. */
  readonly starved: ReadonlyMap<SourceFile, readonly Token[]>;
}

/**
 * What the rename changes for others than those who name the symbol: modules that bind it get an attribute of the new
 * name, star importers get the new name or no longer get any (a leading underscore), and a package can have a submodule
 * of the new name.
 */
export async function checkExports(context: ExportContext): Promise<ExportFindings> {
  const { target, scan, tree, after } = context;
  const conflicts: Conflict[] = [];
  const starved = new Map<SourceFile, readonly Token[]>();
  if (target.member || target.kind === "parameter") return { conflicts, starved };
  const pending = [...scan.files.values()].filter((f) => bindsSymbol(f, target, after));
  const seen = new Set(pending);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    conflicts.push(...checkSubmodule(file, context), ...setFromOutside(file, context));
    const before = exportsName(file, target.name);
    const then = file.reading.hasExportList ? before : !target.newName.startsWith("_");
    for (const importer of starImportersOf(file, scan, tree)) {
      if (!then && (before || composesList(file, context))) {
        for (const [user, tokens] of fedBy(importer, context)) starved.set(user, tokens);
      }
      if (!then || seen.has(importer)) continue;
      seen.add(importer);
      pending.push(importer);
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      conflicts.push(...(await meets(importer, context)));
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

/** The module exports by a list that is put together, and nothing spells the name as a string or by `name.__name__`. */
function composesList(file: SourceFile, { target, scan }: ExportContext): boolean {
  const spelled = (f: SourceFile) =>
    f.reading.tokens.some(
      (t) =>
        t.kind === "string" &&
        t.whole &&
        t.name === target.name &&
        (t.role === "export_list" || (t.assignedTo !== null && f.reading.exportSources.has(t.assignedTo))),
    );
  const asksForName = new RegExp(`(?<!\\w)${target.name}\\.__name__`).test(file.text);
  return file.reading.buildsExportList && !asksForName && ![...scan.files.values()].some(spelled);
}

function checkSubmodule(file: SourceFile, { target, tree }: ExportContext): readonly Conflict[] {
  if (!isInit(file.path)) return [];
  const folder = folderOf(file.path);
  const stem = folder === "" ? target.newName : `${folder}/${target.newName}`;
  if (!tree.hasModuleAt(stem)) return [];
  const message = `The package already has a submodule ${target.newName} (${stem}); both would be one attribute of it.`;
  return [conflict("name/taken", target.target.entry, message, { path: file.path })];
}

/** Other modules can set an attribute of the new name on a module that binds the symbol, or expect one there. */
function setFromOutside(file: SourceFile, context: ExportContext): readonly Conflict[] {
  const { target, scan, tree, after } = context;
  const conflicts: Conflict[] = [];
  for (const other of scan.files.values()) {
    for (const token of other.reading.tokens) {
      if (token.name !== target.newName || after.targetOf(token) !== null) continue;
      if (!takesFrom(token, other, file, tree, context.grammar)) continue;
      const message = `This is the attribute ${target.newName} of ${tree.moduleOf(file.path)}, which the rename would make another one.`;
      conflicts.push(conflict("name/taken", target.target.entry, message, placeAt(other, token.start)));
    }
  }
  return conflicts;
}

/** The token takes its name from the module that a file is, as far as imports say. */
function takesFrom(
  token: Token,
  user: SourceFile,
  file: SourceFile,
  tree: ModuleTree,
  grammar: Grammar,
): boolean {
  if (token.kind === "name" || token.kind === "import_source") {
    const imports =
      token.kind === "import_source" || (token.kind === "name" && token.binding === "import_from");
    return imports && token.source !== null && couldMean(token.source, user.path, file.path, tree);
  }
  if (token.kind !== "attribute" || token.receiver === null) return false;
  const path = importedPath(user.text, token.receiver, grammar);
  return path !== null && tree.filesOf(path).some((f) => f.path === file.path);
}

/** The rewritten places that get the symbol through a star importer: its own, and those that take it from there. */
function fedBy(importer: SourceFile, context: ExportContext): ReadonlyMap<SourceFile, readonly Token[]> {
  const { target, scan, tree, after, grammar } = context;
  const fed = new Map<SourceFile, readonly Token[]>();
  for (const file of scan.files.values()) {
    const mine = file.reading.tokens.filter((t) => after.targetOf(t) === target);
    const tokens =
      file === importer && !bindsSymbol(file, target, after)
        ? mine.filter((t) => t.kind === "name" && resolveName(t.scope, t.name) === file.reading.module)
        : mine.filter((t) => takesFrom(t, file, importer, tree, grammar));
    if (tokens.length > 0) fed.set(file, tokens);
  }
  return fed;
}

/** The star import would bring the new name to a module that has it already. */
async function meets(file: SourceFile, context: ExportContext): Promise<readonly Conflict[]> {
  const { target, tree, after, session } = context;
  const { entry } = target.target;
  const message = `A star import would bring ${target.newName} to this file, where that name means something else.`;
  const { module } = file.reading;
  const token = file.reading.tokens.find(
    (t) =>
      t.kind === "name" &&
      after.targetOf(t) !== target &&
      after.nameAfter(t) === target.newName &&
      resolveName(t.scope, t.name) === module,
  );
  if (token !== undefined) return [conflict("name/export", entry, message, placeAt(file, token.start))];
  const present = await probeMember(session.server, tree.moduleOf(file.path), target.newName);
  return present.some((location) => !isRewritten(location, context))
    ? [conflict("name/export", entry, message, { path: file.path })]
    : [];
}

/** Another entry of the plan renames what stands there. */
function isRewritten(location: Location, { scan, after, session }: ExportContext): boolean {
  const file = location.path === null ? undefined : scan.files.get(location.path);
  const offset = session.offset(location);
  return file?.reading.tokens.some((t) => t.start === offset && after.targetOf(t) !== null) === true;
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
  const stem = [folder, source.path.replaceAll(".", "/")].filter((part) => part !== "").join("/");
  return [".py", "/__init__.py", ".pyi", "/__init__.pyi"].some(
    (suffix) => path === stem + suffix || `/${path}` === stem + suffix,
  );
}
