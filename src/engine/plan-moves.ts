import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileSet } from "../model/file-set.ts";
import { nearestNames } from "../model/nearest-names.ts";
import type { ModuleTarget } from "../model/plan.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { isInit } from "../python/module-path.ts";
import { parentOf } from "./module-map.ts";

/** What one entry moves. Paths are POSIX, relative to the repository root. */
export interface PlannedMove {
  readonly target: ModuleTarget;
  readonly kind: "module" | "package";
  /** Old path to new path, of every file. */
  readonly files: ReadonlyMap<string, string>;
  /** `__init__.py` files that packages on the way need, which are not there yet. */
  readonly created: readonly string[];
  /** The import roots of the source and of the target; "" is the repository root. */
  readonly oldRoot: string;
  readonly root: string;
}

export type MovePlan =
  | { readonly ok: true; readonly move: PlannedMove }
  | { readonly ok: false; readonly conflict: Conflict };

interface Source {
  readonly root: string;
  readonly kind: "module" | "package";
  readonly paths: readonly string[];
}

/** The files of an entry and where they go, or why the entry names nothing that can be moved. `others` are entries for modules in it. */
export function planMove(
  target: ModuleTarget,
  fileSet: FileSet,
  tree: ModuleTree,
  givenRoots: readonly string[] | null,
  others: readonly ModuleTarget[],
): MovePlan {
  const refuse = (found: Conflict): MovePlan => ({ ok: false, conflict: found });
  const sources = sourcesOf(target.old, fileSet, tree).filter(
    ({ root }) => givenRoots === null || givenRoots.includes(root),
  );
  const roots = [...new Set(sources.map(({ root }) => root))];
  const preferred = roots.length === 1 ? roots : roots.filter((root) => root === "" || root === "src");
  const root = preferred[0];
  if (root === undefined) return refuse(missing(target, tree));
  if (preferred.length > 1) {
    const message = `More than one place could be ${target.old}: under ${roots.map((r) => r || ".").join(", ")}. Say which import roots count with source_roots in the plan.`;
    return refuse(conflict("target/ambiguous", target.entry, message));
  }
  const own = sources.filter((source) => source.root === root);
  const kind = own.some((source) => source.kind === "package") ? "package" : "module";
  if (kind === "package" && own.some((source) => source.kind === "module")) {
    const message = `Both a module and a package are called ${target.old}. Remove the one that is never imported.`;
    return refuse(conflict("target/ambiguous", target.entry, message));
  }
  if (kind === "package" && target.new.startsWith(`${target.old}.`)) {
    const message = `${target.old} cannot move into itself, to ${target.new}. Choose a target outside it.`;
    return refuse(conflict("module/into-itself", target.entry, message));
  }
  const newRoot = rootFor(target.new, root, fileSet, tree);
  if (givenRoots !== null && !givenRoots.includes(newRoot)) {
    const message = `${target.new} would lie under ${newRoot || "the repository root"}, which source_roots do not name. Add it there, or choose a target under one of them.`;
    return refuse(conflict("module/outside", target.entry, message));
  }
  const files = new Map<string, string>();
  const oldStem = stemOf(root, target.old);
  const newStem = stemOf(newRoot, target.new);
  const paths = own.flatMap((source) => source.paths);
  const staying = paths.filter((path) => !others.some(({ old }) => isOf(path, root, old)));
  const wrongForm = target.becomes === null ? null : formConflict(target, kind, staying);
  if (wrongForm !== null) return refuse(wrongForm);
  for (const path of paths) {
    const rest = path.slice(oldStem.length);
    files.set(path, newStem + (target.becomes === null ? rest : otherForm(rest)));
  }
  const created = missingPackages(target, root, newRoot, fileSet, tree);
  return { ok: true, move: { target, kind, files, created, oldRoot: root, root: newRoot } };
}

/** Why a module cannot become a package, or a package a module. */
function formConflict(
  { entry, old, becomes }: ModuleTarget,
  kind: "module" | "package",
  paths: readonly string[],
): Conflict | null {
  if (kind === becomes) {
    const message = `${old} is a ${kind} already. Write its name without __init__.`;
    return conflict("target/kind", entry, message, { path: paths[0] ?? "" });
  }
  const other = kind === "package" ? paths.find((path) => !isInit(path)) : undefined;
  if (other === undefined) return null;
  const message = `${old} cannot become a module while ${other} is in the package. Move what else is in it away first, in a plan of its own.`;
  return conflict("module/not-alone", entry, message, { path: other });
}

/** The file is the module of that name, or in the package. */
function isOf(path: string, root: string, dotted: string): boolean {
  const stem = stemOf(root, dotted);
  return path.startsWith(`${stem}/`) || path === `${stem}.py` || path === `${stem}.pyi`;
}

/** `.py` for `/__init__.py`, and the other way round. */
function otherForm(suffix: string): string {
  return isInit(suffix) ? suffix.replace("/__init__", "") : `/__init__${suffix}`;
}

/** Modules, packages with all that is in them, and folders of Python files without `__init__` (PEP 420). */
function sourcesOf(dotted: string, { files }: FileSet, tree: ModuleTree): readonly Source[] {
  const tail = dotted.replaceAll(".", "/");
  const found: Source[] = [];
  const folders = new Set<string>();
  for (const { path, root } of tree.filesOf(dotted)) {
    if (isInit(path)) folders.add(root);
    else found.push({ root, kind: "module", paths: [path] });
  }
  for (const { path, kind } of files) {
    const at = `/${path}`.indexOf(`/${tail}/`);
    if (kind !== "python" || at === -1) continue;
    const root = path.slice(0, Math.max(0, at - 1));
    if (root === "" || !tree.isPackage(root)) folders.add(root);
  }
  const modules = new Set(found.map(({ root }) => root));
  for (const root of folders) {
    const folder = join(root, tail);
    // A folder of other things beside a module of its name is no package.
    if (modules.has(root) && !tree.isPackage(folder)) continue;
    const inside = files.filter((f) => f.path.startsWith(`${folder}/`)).map((f) => f.path);
    found.push({ root, kind: "package", paths: inside });
  }
  return found;
}

/** Where the package that the target lies in is; else where the source was. */
function rootFor(dotted: string, root: string, { files }: FileSet, tree: ModuleTree): string {
  const top = dotted.split(".")[0] ?? "";
  if (top === dotted) return root;
  const homes = [
    ...tree.filesOf(top).map((file) => file.root),
    ...tree.sourceRoots.filter((r) => files.some((f) => f.path.startsWith(join(r, `${top}/`)))),
  ];
  return homes.includes(root) ? root : (homes[0] ?? root);
}

/** Regular packages are made where the source was in one, or the nearest package on the way is one. */
function missingPackages(
  target: ModuleTarget,
  oldRoot: string,
  root: string,
  { files }: FileSet,
  tree: ModuleTree,
): readonly string[] {
  const created: string[] = [];
  let isRegular = tree.isPackage(join(oldRoot, (target.old.split(".")[0] ?? "").replaceAll(".", "/")));
  const parts = parentOf(target.new) === "" ? [] : parentOf(target.new).split(".");
  for (let length = 1; length <= parts.length; length++) {
    const folder = join(root, parts.slice(0, length).join("/"));
    const isThere = files.some((f) => f.path.startsWith(`${folder}/`));
    if (isThere) isRegular = tree.isPackage(folder);
    else if (isRegular) created.push(`${folder}/__init__.py`);
  }
  return created;
}

function missing(target: ModuleTarget, tree: ModuleTree): Conflict {
  const near = nearestNames(target.old, tree.modules(), 5);
  const hint = near.length === 0 ? "" : ` Nearest: ${near.join(", ")}.`;
  const message = `No file of the repository is the module ${target.old}.${hint}`;
  return conflict("target/module-missing", target.entry, message);
}

export function join(root: string, path: string): string {
  return root === "" ? path : `${root}/${path}`;
}

/** The path of a module under an import root, without what its form adds: `src/pkg/mod`. */
export function stemOf(root: string, dotted: string): string {
  return join(root, dotted.replaceAll(".", "/"));
}
