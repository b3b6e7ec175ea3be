import type { ResidueItem } from "../model/residue-item.ts";
import type { ImportItem } from "../python/import-statements.ts";
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
import { noteNeeded } from "./still-needed.ts";

/** What becomes of one file. */
export interface ModuleFindings {
  readonly edits: readonly OffsetEdit[];
  readonly residue: readonly ResidueItem[];
}

/**
 * Makes every import, and every use of what imports bind, follow modules that move. Two rounds, since a binding that another
 * file takes over has to keep its name.
 */
export async function renameModules(
  context: ModuleContext,
): Promise<ReadonlyMap<SourceFile, ModuleFindings>> {
  const read: MovingFile[] = [];
  for (const file of context.files.values()) {
    // oxlint-disable-next-line no-await-in-loop -- in file order, so that the server's caches stay warm
    read.push(await readMovingFile(file, context));
  }
  const findings = new Map<SourceFile, ModuleFindings>();
  const loose: (readonly [MovingFile, LooseNames])[] = [];
  const takenOver = new Set<string>();
  for (const moving of read) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await looseNames(moving, context);
    loose.push([moving, found]);
    for (const name of found.takenOver) takenOver.add(name);
  }
  const lookedUp = namesLookedUp(read, context);
  for (const [moving, found] of loose) {
    findings.set(moving.file, renameIn(moving, found, takenOver, lookedUp, context));
  }
  return findings;
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
  takenOver: ReadonlySet<string>,
  lookedUp: ReadonlySet<string>,
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
  const needed = new Map<number, Set<string>>();

  // What an item binds follows its new name, where nothing speaks against it.
  const renamedItems = itemsWithNewNames(moving, context);
  for (const { item, newName } of renamedItems) {
    const token = names.find((t) => t.start === item.start && t.binding !== null);
    if (token === undefined || mustKeep(token, newName, moving, takenOver, renamedItems, lookedUp))
      kept.add(item.start);
  }
  const renamedNames = new Map<NameToken, string>();
  for (const { item, newName } of renamedItems) {
    if (kept.has(item.start)) continue;
    const token = names.find((t) => t.start === item.start && t.binding !== null);
    if (token === undefined) continue;
    for (const use of names) {
      if (use.binding === null && bindingsOf(use, names).includes(token)) renamedNames.set(use, newName);
    }
  }
  for (const [use, newName] of renamedNames) edits.push({ start: use.start, end: use.end, newText: newName });

  for (const chain of chains) {
    if (loose.strangeChains.has(chain.root.start) || chain.bindings.some((b) => strangers.has(b.start)))
      continue;
    const result = renameChain(chain, file.text, context);
    if (result.kind === "edit" && !renamedNames.has(chain.root)) edits.push(result.edit);
    if (result.kind === "residue") {
      residue.push(residueItem(chain.root, file, "unresolved", result.detail));
    }
    if (result.kind === "stays") noteNeeded(chain, statements, needed, context);
  }
  const stuck = [...hiddenRoots(moving, context), ...movedFileUses(moving, context)];
  for (const { token, detail } of stuck) residue.push(residueItem(token, file, "unresolved", detail));
  const exported = exportedNames(moving, context);
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
  return { edits: [...edits, ...importEdits], residue };
}

interface StuckToken {
  readonly token: Token;
  readonly detail: string;
}

/** A plain import would bind another first name than before, which something else in the file has. */
function hiddenRoots(
  { statements, names, strangers }: MovingFile,
  { map }: ModuleContext,
): readonly StuckToken[] {
  const found: StuckToken[] = [];
  for (const statement of statements) {
    for (const item of statement.kind === "import" ? statement.items : []) {
      const [oldRoot = ""] = item.path.split(".");
      const [newRoot = ""] = map.renamed(item.path).split(".");
      if (item.alias !== null || newRoot === oldRoot || strangers.has(item.start)) continue;
      const isInUse = names.some(
        (t) => t.name === newRoot && t.binding !== null && t.binding !== "import_module",
      );
      const token = names.find((t) => t.start === item.pathSpan.start);
      if (isInUse && token !== undefined)
        found.push({ token, detail: `${newRoot} is something else in this file` });
    }
  }
  return found;
}

/** A module that goes to another folder looks for what lies beside it in the wrong place. */
function movedFileUses({ file }: MovingFile, { moved, kinds }: ModuleContext): readonly StuckToken[] {
  const newPath = moved.get(file.path);
  if (
    newPath === undefined ||
    kinds.get(file.path) === "package" ||
    folderOf(newPath) === folderOf(file.path)
  ) {
    return [];
  }
  return file.reading.tokens
    .filter((token) => token.kind === "name" && token.name === "__file__")
    .map((token) => ({
      token,
      detail: "the module finds files by where it lies, and moves to another folder",
    }));
}

/** A package's `__all__` can list its modules. */
function exportedNames(
  { file, before }: MovingFile,
  { map, olds }: ModuleContext,
): { readonly edits: readonly OffsetEdit[]; readonly lost: readonly Token[] } {
  const edits: OffsetEdit[] = [];
  const lost: Token[] = [];
  for (const old of olds.filter((path) => before.isPackage && parentOf(path) === before.module)) {
    const name = lastOf(old);
    const others = file.reading.tokens.some(
      (t) =>
        t.kind === "name" &&
        t.name === name &&
        t.binding !== null &&
        (t.imports === null || importedPath(t.imports, before) !== old),
    );
    if (others) continue;
    for (const token of file.reading.tokens) {
      if (token.kind !== "string" || token.name !== name || token.role !== "export_list") continue;
      const renamed = map.renamed(old);
      const stays = parentOf(renamed) === map.renamed(before.module);
      if (stays && token.whole) edits.push({ start: token.start, end: token.end, newText: lastOf(renamed) });
      else lost.push(token);
    }
  }
  return { edits, lost };
}

interface RenamedItem {
  readonly item: ImportItem;
  readonly newName: string;
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
      const newName = lastOf(map.renamed(full));
      if (newName !== item.path) found.push({ item, newName });
    }
  }
  return found;
}

/** The old name stays where the new one is in use, where something else binds the name too, or where others take it over. */
function mustKeep(
  token: NameToken,
  newName: string,
  { file, names, before, module }: MovingFile,
  takenOver: ReadonlySet<string>,
  renamedItems: readonly RenamedItem[],
  lookedUp: ReadonlySet<string>,
): boolean {
  const ours = new Set(renamedItems.map(({ item }) => item.start));
  const bindings = names.filter(
    (t) => t.name === token.name && t.binding !== null && bindingsOf(token, names).includes(t),
  );
  if (bindings.some((t) => !ours.has(t.start))) return true;
  if (names.some((t) => t.name === newName)) return true;
  const isListed = file.reading.tokens.some(
    (t) => t.kind === "string" && t.name === token.name && t.role === "export_list" && !before.isPackage,
  );
  if (isListed || lookedUp.has(token.name)) return true;
  return [before.module, module].some((name) => takenOver.has(`${name}.${token.name}`));
}
