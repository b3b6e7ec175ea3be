import type { ResidueItem } from "../model/residue-item.ts";
import type { ImportStatement } from "../python/import-statements.ts";
import { folderOf } from "../python/module-path.ts";
import type { NameToken, Token } from "../python/token.ts";
import { residueAt, residueItem } from "../residue/classify.ts";
import { importedPath, starSources } from "../python/standpoint.ts";
import { looseNames } from "./loose-module-names.ts";
import { bindingsAfter } from "./bindings-after.ts";
import type { OutsideUses } from "./bindings-after.ts";
import type { LooseNames } from "./loose-module-names.ts";
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
  /** Where it reads a module by its whole path while it is loaded itself, under a name that is rewritten. */
  readonly read: readonly NameToken[];
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
  const outside: OutsideUses = {
    takenOver: new Set([...kept.names, ...loose.flatMap(([, { takenRoots }]) => takenRoots)]),
    lookedUp: namesLookedUp(read, context),
    starred: new Set(read.flatMap(({ statements, before }) => starSources(statements, before))),
  };
  for (const [moving, found] of loose) {
    const residue = [...found.residue, ...(kept.lost.get(moving) ?? [])];
    findings.set(moving.file, renameIn(moving, { ...found, residue }, outside, contextOf(moving.file)));
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
  outside: OutsideUses,
  context: ModuleContext,
): ModuleFindings {
  const { file, statements, before, after, chains, strangers, doubts } = moving;
  const { map } = context;
  const edits: OffsetEdit[] = [];
  const residue: ResidueItem[] = [
    ...loose.residue,
    ...doubts.map(({ offset, detail }) => residueAt(offset, file, "unresolved", detail)),
  ];
  const read: NameToken[] = [];
  const needed: NeededImports = new Map();
  const { kept, renamed } = bindingsAfter(moving, outside, context);
  for (const [use, newText] of renamed) edits.push({ start: use.start, end: use.end, newText });

  for (const chain of chains) {
    if (loose.strangeChains.has(chain.root.start) || chain.bindings.some((b) => strangers.has(b.start)))
      continue;
    const result = renameChain(chain, file.text, context, (b) => kept.has(b.start));
    if (result.kind === "edit") {
      edits.push(result.edit);
      if (chain.root.scope.kind === "module" || chain.root.scope.kind === "class") read.push(chain.root);
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
  return { edits: [...edits, ...importEdits], residue, read, statements };
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
