import type { ResidueItem } from "../model/residue-item.ts";
import type { ImportItem, ImportStatement } from "../python/import-statements.ts";
import { isMangled } from "../model/identifier.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { folderOf } from "../python/module-path.ts";
import type { NameToken, Token } from "../python/token.ts";
import { residueAt, residueItem } from "../residue/classify.ts";
import { importedPath } from "../python/standpoint.ts";
import { looseNames } from "./loose-module-names.ts";
import type { LooseNames } from "./loose-module-names.ts";
import { bindingsOf } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import { lastOf, parentOf } from "./module-map.ts";
import type { OffsetEdit } from "./offset-edit.ts";
import { readMovingFile } from "./read-moving-file.ts";
import type { MovingFile } from "./read-moving-file.ts";
import { renameChain } from "./rename-chain.ts";
import { renameImports } from "./rename-imports.ts";
import type { SourceFile } from "./source-file.ts";
import { placeUses } from "./place-uses.ts";
import { keptNames } from "./taken-names.ts";
import { hiddenRoots } from "./hidden-roots.ts";
import type { NeededImports } from "./still-needed.ts";
import { noteBrought, noteNeeded, noteTaken } from "./still-needed.ts";

/** What becomes of one file. */
export interface ModuleFindings {
  readonly edits: readonly OffsetEdit[];
  readonly residue: readonly ResidueItem[];
  /** Its imports before the plan. */
  readonly statements: readonly ImportStatement[];
}

/**
 * Makes every import, and every use of what imports bind, follow modules that move. Two rounds, since a binding that another
 * file takes over has to keep its name.
 */
export async function renameModules(
  context: ModuleContext,
): Promise<ReadonlyMap<SourceFile, ModuleFindings>> {
  const read: MovingFile[] = [];
  const contextOf = ({ path }: SourceFile): ModuleContext => ({
    ...context,
    map: context.mapIn(folderOf(path)),
  });
  for (const file of context.files.values()) {
    // oxlint-disable-next-line no-await-in-loop -- in file order, so that the server's caches stay warm
    read.push(await readMovingFile(file, contextOf(file)));
  }
  const findings = new Map<SourceFile, ModuleFindings>();
  const loose: (readonly [MovingFile, LooseNames])[] = [];
  for (const moving of read) {
    // oxlint-disable-next-line no-await-in-loop
    loose.push([moving, await looseNames(moving, contextOf(moving.file))]);
  }
  const kept = keptNames(
    loose.flatMap(([, { takenOver }]) => takenOver),
    read,
  );
  const stars = read.flatMap(({ statements, before }) =>
    statements.flatMap((s) => (s.kind === "from" && s.items.length === 0 ? [importedPath(s, before)] : [])),
  );
  const outside: OutsideUses = {
    takenOver: new Set([...kept.names, ...loose.flatMap(([, { takenRoots }]) => takenRoots)]),
    lookedUp: namesLookedUp(read, context),
    starred: new Set(stars),
  };
  for (const [moving, found] of loose) {
    const residue = [...found.residue, ...(kept.lost.get(moving) ?? [])];
    findings.set(moving.file, renameIn(moving, { ...found, residue }, outside, contextOf(moving.file)));
  }
  return findings;
}

/** What other files do with the names of one. */
interface OutsideUses {
  /** `module.name` of what they take over. */
  readonly takenOver: ReadonlySet<string>;
  /** Names by which attributes are looked up. */
  readonly lookedUp: ReadonlySet<string>;
  /** Modules of which all names are imported. */
  readonly starred: ReadonlySet<string>;
}

/** Names that some file looks an attribute up by, as in `setattr(x, "name", …)` and `patch("a.name.f")`; whole paths apart. */
function namesLookedUp(files: readonly MovingFile[], { olds }: ModuleContext): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { file } of files) {
    for (const token of file.reading.tokens) {
      if (token.kind !== "string") continue;
      const isPath = olds.some((old) => file.text.endsWith(old, token.end));
      if (token.reflects !== null || (token.afterDot && !isPath)) found.add(token.name);
    }
  }
  return found;
}

function renameIn(
  moving: MovingFile,
  loose: LooseNames,
  outside: OutsideUses,
  context: ModuleContext,
): ModuleFindings {
  const { file, names, statements, before, after, chains, strangers, doubts } = moving;
  const { map } = context;
  const edits: OffsetEdit[] = [];
  const residue: ResidueItem[] = [
    ...loose.residue,
    ...doubts.map(({ offset, detail }) => residueAt(offset, file, "unresolved", detail)),
  ];
  const kept = new Set<number>();
  const needed: NeededImports = new Map();

  // What an item binds follows its new name, where nothing speaks against it.
  const renamedItems = itemsWithNewNames(moving, context);
  // An item that keeps its name can be in the way of the next.
  for (let last = -1; last < kept.size;) {
    last = kept.size;
    for (const { item, newName } of renamedItems.filter((renamed) => !kept.has(renamed.item.start))) {
      const token = names.find((t) => t.start === item.start && t.binding !== null);
      const others = renamedItems.filter((renamed) => !kept.has(renamed.item.start));
      // Two modules of one new name: both keep the old ones.
      const isShared = renamedItems.some((r) => r.newName === newName && r.item.path !== item.path);
      if (token === undefined || isShared || mustKeep(token, newName, moving, others, outside, context.tree))
        kept.add(item.start);
    }
  }
  for (const item of sharedPlainItems(moving, context)) kept.add(item.start);
  const renamedNames = new Map<NameToken, string>();
  for (const { item, newName } of renamedItems) {
    if (kept.has(item.start)) continue;
    const token = names.find((t) => t.start === item.start && t.binding !== null);
    if (token === undefined) continue;
    for (const use of names) {
      const isUse = use.binding === null || use.binding === "delete";
      if (isUse && bindingsOf(use, names).includes(token)) renamedNames.set(use, newName);
    }
  }
  for (const [use, newName] of renamedNames) edits.push({ start: use.start, end: use.end, newText: newName });

  for (const chain of chains) {
    if (loose.strangeChains.has(chain.root.start) || chain.bindings.some((b) => strangers.has(b.start)))
      continue;
    const result = renameChain(chain, file.text, context, (b) => kept.has(b.start));
    if (result.kind === "edit" && !renamedNames.has(chain.root)) {
      edits.push(result.edit);
      noteBrought(chain, result.edit.newText, statements, needed, context);
    }
    if (result.kind === "residue") {
      residue.push(residueItem(chain.root, file, "unresolved", result.detail));
    }
    if (result.kind === "stays") noteNeeded(chain, statements, needed, context);
  }
  const isTaken = (name: string) =>
    [before.module, moving.module].some((module) => outside.takenOver.has(`${module}.${name}`));
  noteTaken(statements, isTaken, needed, context);
  const stuck = [
    ...hiddenRoots(moving, needed, (item) => kept.has(item.start), context),
    ...placeUses(moving, context),
  ];
  for (const { token, detail } of stuck) residue.push(residueItem(token, file, "unresolved", detail));
  const exported = exportedNames(moving, kept, context);
  edits.push(...exported.edits);
  for (const token of exported.lost) {
    residue.push(residueItem(token, file, "unresolved", "the package exports the module, and loses it"));
  }
  const importEdits = renameImports(statements, {
    text: file.text,
    map,
    before,
    after,
    strangers,
    keepsBinding: (item) => kept.has(item.start),
    stillNeeded: (item) => [...(needed.get(item.start) ?? [])],
  });
  return { edits: [...edits, ...importEdits], residue, statements };
}

/** A package's `__all__` can list its modules. */
function exportedNames(
  { file, names, before }: MovingFile,
  kept: ReadonlySet<number>,
  { map, olds }: ModuleContext,
): { readonly edits: readonly OffsetEdit[]; readonly lost: readonly Token[] } {
  const edits: OffsetEdit[] = [];
  const lost: Token[] = [];
  for (const old of olds.filter((path) => before.isPackage && parentOf(path) === before.module)) {
    const name = lastOf(old);
    const renamed = map.renamed(old);
    const stays = parentOf(renamed) === map.renamed(before.module);
    const bindings = names.filter(
      (t) => t.name === name && t.binding !== null && t.scope === file.reading.module,
    );
    const isOther = bindings.some((t) => t.imports === null || importedPath(t.imports, before) !== old);
    // A module that leaves stays in the list under the name that the import of it keeps.
    const isKept = bindings.some((t) => kept.has(t.start)) || (!stays && bindings.length > 0);
    if (isOther || isKept) continue;
    for (const token of file.reading.tokens) {
      if (token.kind !== "string" || token.name !== name || token.role !== "export_list") continue;
      if (stays && token.whole) edits.push({ start: token.start, end: token.end, newText: lastOf(renamed) });
      else lost.push(token);
    }
  }
  return { edits, lost };
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
  return statements
    .flatMap((statement) => (statement.kind === "import" ? statement.items : []))
    .filter((item) => {
      const isTop = item.alias === null && !item.path.includes(".") && !strangers.has(item.start);
      if (!isTop || map.renamed(item.path) === item.path) return false;
      const token = names.find((t) => t.start === item.start && t.binding !== null);
      return token !== undefined && bindingsOf(token, names).some((b) => b.binding !== "import_module");
    });
}

/** The old name stays where the new one is in use, where something else binds the name too, or where others take it over. */
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
