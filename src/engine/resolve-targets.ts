import { conflict } from "../model/conflict.ts";
import type { Conflict } from "../model/conflict.ts";
import type { Plan } from "../model/plan.ts";
import { definedNames } from "../python/defined-names.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleFile, ModuleTree } from "../python/module-path.ts";
import { folderOf } from "../python/module-path.ts";
import { findModule } from "./find-module.ts";
import type { Workspace } from "./ports.ts";
import type { Resolution } from "./resolve-target.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { Scan } from "./scan.ts";

/** The symbols that the entries name, or why an entry names none. */
export async function resolveTargets(
  plan: Plan,
  modules: ReadonlyMap<Plan["symbols"][number], ReturnType<typeof findModule>>,
  scanned: Scan,
  tree: ModuleTree,
  givenRoots: readonly string[] | null,
  workspace: Workspace,
  grammar: Grammar,
): Promise<readonly Resolution[]> {
  const defined = async (path: string, classes: readonly string[]) => {
    const decoded = workspace.decodePython(await workspace.read(path));
    return decoded.ok ? definedNames(grammar, decoded.text, classes) : [];
  };
  const importers = (module: string, folder: string) => importerIn(module, folder, scanned);
  const resolve = async (target: Plan["symbols"][number]): Promise<Resolution> => {
    const first = modules.get(target);
    if (first === undefined || !first.ok) return first ?? { ok: false, conflict: neverFound(target.entry) };
    const found = findModule(target, tree, givenRoots, importers);
    if (!found.ok) return found;
    return resolveTarget(target, ownFirst(found.files), scanned, defined);
  };
  return Promise.all(plan.symbols.map(resolve));
}

function neverFound(entry: string): Conflict {
  return conflict("target/module-missing", entry, "The module was not looked for.");
}

/** The source before its stubs: messages name it. */
function ownFirst(files: readonly ModuleFile[]): readonly ModuleFile[] {
  return [...files].sort((a, b) => Number(a.stub) - Number(b.stub));
}

/** A scanned file in the folder that imports the name, by the path of the file; null when there is none. */
function importerIn(module: string, folder: string, scanned: Scan): string | null {
  for (const file of scanned.files.values()) {
    if (folderOf(file.path) !== folder) continue;
    const imports = file.reading.tokens.some(
      (t) =>
        (t.kind === "name" || t.kind === "import_source") && t.source?.dots === 0 && t.source.path === module,
    );
    if (imports) return file.path;
  }
  return null;
}
