import type { ImportItem, ImportStatement } from "../python/import-statements.ts";
import { plainItems } from "../python/import-statements.ts";
import type { Chain } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import type { ModuleMap } from "./module-map.ts";

/** Dotted paths that plain imports have to import besides, by the offset of the item. */
export type NeededImports = Map<number, Set<string>>;

/** A use that stays reads a module that a plain import brought along, which may be about to name another root. */
export function noteNeeded(
  { parts, bindings }: Chain,
  statements: readonly ImportStatement[],
  needed: NeededImports,
  { map }: ModuleContext,
): void {
  const written = parts.map(({ name }) => name);
  const items = boundBy(bindings, statements);
  for (const item of items) {
    const renamed = map.renamed(item.path);
    if (renamed === item.path) continue;
    const path = item.path.split(".");
    let shared = 0;
    while (shared < written.length && shared < path.length && written[shared] === path[shared]) shared += 1;
    const prefix = path.slice(0, shared).join(".");
    if (prefix === "" || renamed === prefix || renamed.startsWith(`${prefix}.`)) continue;
    if (!items.some((other) => other !== item && stillBrings(other.path, prefix, map)))
      add(item, prefix, needed);
  }
}

/**
 * A use that is rewritten reads a module under another first name, which an import in the file has to bind: the one that bound
 * the old name does, when it is not of the module itself.
 */
export function noteBrought(
  { bindings, root }: Chain,
  renamed: string,
  statements: readonly ImportStatement[],
  needed: NeededImports,
  { map }: ModuleContext,
): void {
  if (renamed.split(".")[0] === root.name) return;
  const items = boundBy(bindings, statements);
  if (items.some((item) => stillBrings(item.path, renamed, map))) return;
  for (const item of items) add(item, renamed, needed);
}

/** Another file takes over the first name that a plain import binds, which is about to be another one. */
export function noteTaken(
  statements: readonly ImportStatement[],
  isTaken: (name: string) => boolean,
  needed: NeededImports,
  { map }: ModuleContext,
): void {
  for (const item of plainItems(statements)) {
    const [root = ""] = item.path.split(".");
    const isSame = item.alias !== null || map.renamed(item.path).split(".")[0] === root;
    if (!isSame && isTaken(root)) add(item, root, needed);
  }
}

function add({ start }: ImportItem, path: string, needed: NeededImports): void {
  needed.set(start, (needed.get(start) ?? new Set()).add(path));
}

/** The plain imports that bind a variable. */
function boundBy(bindings: Chain["bindings"], statements: readonly ImportStatement[]): readonly ImportItem[] {
  return plainItems(statements).filter(
    ({ alias, pathSpan }) => alias === null && bindings.some((b) => b.start === pathSpan.start),
  );
}

function stillBrings(path: string, prefix: string, map: ModuleMap): boolean {
  const renamed = map.renamed(path);
  return renamed === prefix || renamed.startsWith(`${prefix}.`);
}
