import { isMangled } from "../model/identifier.ts";
import type { ImportItem } from "../python/import-statements.ts";
import { plainItems } from "../python/import-statements.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { importedPath } from "../python/standpoint.ts";
import type { NameToken } from "../python/token.ts";
import { bindingsOf } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import { lastOf, parentOf } from "./module-map.ts";
import type { MovingFile } from "./read-moving-file.ts";

/** What other files do with the names of one. */
export interface OutsideUses {
  /** `module.name` of what they take over. */
  readonly takenOver: ReadonlySet<string>;
  /** Names by which attributes are looked up. */
  readonly lookedUp: ReadonlySet<string>;
  /** Modules of which all names are imported. */
  readonly starred: ReadonlySet<string>;
}

/** What becomes of the names that the imports of a file bind. */
export interface BindingsAfter {
  /** Offsets of the items whose binding keeps the old name, under `as`. */
  readonly kept: ReadonlySet<number>;
  /** Uses that follow a binding to its new name. */
  readonly renamed: ReadonlyMap<NameToken, string>;
}

/**
 * The one rule of bindings: what an import binds follows the new name of the module, and so do its uses, unless the new name is
 * in use in the file, something else binds the old one too, or others count on it: then `as` keeps the old name.
 */
export function bindingsAfter(
  moving: MovingFile,
  outside: OutsideUses,
  context: ModuleContext,
): BindingsAfter {
  const { names } = moving;
  const kept = new Set<number>();
  const items = itemsWithNewNames(moving, context);
  const tokenOf = ({ start }: ImportItem) => names.find((t) => t.start === start && t.binding !== null);
  // An item that keeps its name can be in the way of the next.
  for (let last = -1; last < kept.size;) {
    last = kept.size;
    for (const { item, newName } of items.filter((one) => !kept.has(one.item.start))) {
      const token = tokenOf(item);
      const others = items.filter((one) => !kept.has(one.item.start));
      // Two modules of one new name: both keep the old ones.
      const isShared = items.some((one) => one.newName === newName && one.item.path !== item.path);
      if (token === undefined || isShared || mustKeep(token, newName, moving, others, outside, context.tree))
        kept.add(item.start);
    }
  }
  for (const item of sharedPlainItems(moving, context)) kept.add(item.start);
  const renamed = new Map<NameToken, string>();
  for (const { item, newName } of items.filter((one) => !kept.has(one.item.start))) {
    const token = tokenOf(item);
    for (const use of token === undefined ? [] : names) {
      const isUse = use.binding === null || use.binding === "delete";
      if (isUse && token !== undefined && bindingsOf(use, names).includes(token)) renamed.set(use, newName);
    }
  }
  return { kept, renamed };
}

interface RenamedItem {
  readonly item: ImportItem;
  readonly newName: string;
  /** The module stays in the package that the file is. */
  readonly staysIn: boolean;
}

/** Items without alias whose binding would get another name: of `from` imports, and of plain imports of top modules. */
function itemsWithNewNames(
  { statements, before, strangers }: MovingFile,
  { map }: ModuleContext,
): readonly RenamedItem[] {
  const found: RenamedItem[] = [];
  for (const statement of statements) {
    if (statement.kind === "import") continue;
    const source = importedPath(statement, before);
    for (const item of statement.items) {
      const full = source === "" ? item.path : `${source}.${item.path}`;
      if (item.alias !== null || strangers.has(item.start) || map.entryOf(full)?.old !== full) continue;
      const renamed = map.renamed(full);
      const newName = lastOf(renamed);
      const staysIn = parentOf(renamed) === map.renamed(before.module);
      if (newName !== item.path) found.push({ item, newName, staysIn });
    }
  }
  return found;
}

/** Plain imports of top modules whose variable something else binds too: `as` can keep the name, as it can in no dotted path. */
function sharedPlainItems(
  { statements, names, strangers }: MovingFile,
  { map }: ModuleContext,
): readonly ImportItem[] {
  return plainItems(statements).filter((item) => {
    const isTop = item.alias === null && !item.path.includes(".") && !strangers.has(item.start);
    if (!isTop || map.renamed(item.path) === item.path) return false;
    const token = names.find((t) => t.start === item.start && t.binding !== null);
    return token !== undefined && bindingsOf(token, names).some((b) => b.binding !== "import_module");
  });
}

/** The old name stays: an item is in the way of others with it, or could not be followed by all that use it. */
function mustKeep(
  token: NameToken,
  newName: string,
  { file, names, before, module }: MovingFile,
  renamedItems: readonly RenamedItem[],
  { takenOver, lookedUp, starred }: OutsideUses,
  tree: ModuleTree,
): boolean {
  const ours = new Map(renamedItems.map(({ item, newName: to }) => [item.start, to]));
  const bindings = names.filter(
    (t) => t.name === token.name && t.binding !== null && bindingsOf(token, names).includes(t),
  );
  if (bindings.some((t) => !ours.has(t.start)) || isMangled(newName)) return true;
  // Another variable of the new name is no hindrance when it gets another one itself, as in a swap.
  const isFreed = (t: NameToken): boolean => {
    const bound = bindingsOf(t, names);
    return bound.length > 0 && bound.every((b) => ours.has(b.start) && ours.get(b.start) !== newName);
  };
  if (names.some((t) => t.name === newName && !isFreed(t))) return true;
  // A package lists a module that stays in it under its new name.
  const follows = before.isPackage && renamedItems.every(({ staysIn }) => staysIn);
  const isListed = file.reading.tokens.some(
    (t) => t.kind === "string" && t.name === token.name && t.role === "export_list" && !follows,
  );
  // A package gets the modules in it as attributes.
  const isTaken = before.isPackage && !follows && tree.filesOf(`${before.module}.${newName}`).length > 0;
  if (isTaken || isListed || lookedUp.has(token.name)) return true;
  return [before.module, module].some(
    (name) => takenOver.has(`${name}.${token.name}`) || (starred.has(name) && !follows),
  );
}
