import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { nearestNames } from "../model/nearest-names.ts";
import type { SymbolTarget } from "../model/plan.ts";
import type { ModuleFile, ModuleTree } from "../python/module-path.ts";
import { folderOf } from "../python/module-path.ts";

export type FoundModule =
  | { readonly ok: true; readonly files: readonly ModuleFile[]; readonly root: string }
  | { readonly ok: false; readonly conflict: Conflict };

/** Folders in which stubs for other modules are kept. */
const STUB_FOLDERS: ReadonlySet<string> = new Set(["typings", "stubs"]);

/**
 * The files of the module that an entry names: the source and its stubs. With several modules of that name the one
 * under the repository root or under `src` counts, unless a file beside another one imports that name.
 */
export function findModule(
  target: SymbolTarget,
  tree: ModuleTree,
  givenRoots: readonly string[] | null,
  importers: (module: string, folder: string) => string | null,
): FoundModule {
  const all = tree.filesOf(target.module);
  const stubs = all.filter((f) => f.stub && isStubFolder(f.root));
  const own = all.filter((f) => !stubs.includes(f) && (givenRoots === null || givenRoots.includes(f.root)));
  const roots = [...new Set(own.map((f) => f.root))];
  if (own.length === 0) return { ok: false, conflict: missing(target, tree, all, givenRoots) };

  const preferred = roots.length === 1 ? roots : roots.filter((r) => r === "" || r === "src");
  const root = preferred[0];
  if (root === undefined || preferred.length > 1) return { ok: false, conflict: ambiguous(target, own) };
  for (const other of own) {
    if (other.root === root) continue;
    const importer = importers(target.module, folderOf(other.path));
    if (importer !== null) return { ok: false, conflict: ambiguous(target, own, importer) };
  }
  const files = own.filter((f) => f.root === root);
  const sources = files.filter((f) => !f.stub);
  if (sources.length > 1) return { ok: false, conflict: ambiguous(target, sources) };
  return { ok: true, files: [...files, ...stubs], root };
}

function isStubFolder(root: string): boolean {
  return root.split("/").some((part) => STUB_FOLDERS.has(part) || part.endsWith("-stubs"));
}

function ambiguous(
  target: SymbolTarget,
  files: readonly ModuleFile[],
  importer: string | null = null,
): Conflict {
  const paths = files.map((f) => f.path).join(", ");
  const why = importer === null ? "" : ` ${importer} imports the name from beside itself.`;
  const message =
    `More than one file could be the module ${target.module}: ${paths}.${why} ` +
    "Say which import roots count with source_roots in the plan.";
  return conflict("target/ambiguous", target.entry, message, { path: files[0]?.path ?? "" });
}

function missing(
  target: SymbolTarget,
  tree: ModuleTree,
  elsewhere: readonly ModuleFile[],
  givenRoots: readonly string[] | null,
): Conflict {
  if (elsewhere.length > 0 && givenRoots !== null) {
    const found = elsewhere[0];
    const message =
      `No source root of the plan holds ${target.module}; ${found?.path ?? ""} would be it under the root ` +
      `"${found?.root || "."}". Add that to source_roots.`;
    return conflict("target/module-missing", target.entry, message);
  }
  const near = nearestNames(target.module, tree.modules(), 3);
  const hint = near.length > 0 ? ` Nearest modules: ${near.join(", ")}.` : "";
  const message = `No file of the repository is the module ${target.module}; files that git ignores, and libraries, do not count.${hint}`;
  return conflict("target/module-missing", target.entry, message);
}
