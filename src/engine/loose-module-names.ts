import type { ResidueItem } from "../model/residue-item.ts";
import type { AttributeToken, NameToken } from "../python/token.ts";
import { residueAt, residueItem } from "../residue/classify.ts";
import { importedPath } from "../python/standpoint.ts";
import { bindingsOf } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import { lastOf, parentOf } from "./module-map.ts";
import { moduleMeaning } from "./module-meaning.ts";
import { movedPrefix } from "./rename-chain.ts";
import { packageAttribute } from "./package-attribute.ts";
import type { MovingFile } from "./read-moving-file.ts";
import type { SourceFile } from "./source-file.ts";

/** Places that name a module that moves, besides imports and what hangs on their names. */
export interface LooseNames {
  readonly residue: readonly ResidueItem[];
  /** `module.name` of bindings that this file takes over from another one. */
  readonly takenOver: readonly string[];
  /** Offsets of the roots of chains that spell the path of a module, and mean something else. */
  readonly strangeChains: ReadonlySet<number>;
}

/** Attributes called like a module that moves, and names that a star import may bring. */
export async function looseNames(moving: MovingFile, context: ModuleContext): Promise<LooseNames> {
  const { file, before, chains, statements } = moving;
  const { olds, map } = context;
  const lasts = new Set(olds.map(lastOf));
  const inChains = new Set(chains.flatMap(({ parts }) => parts.map((part) => part.start)));
  const residue: ResidueItem[] = [];
  const takenOver: string[] = [];
  const strangeChains = new Set<number>();
  for (const chain of chains) {
    for (const root of new Set(chain.meanings)) {
      if (root === null) continue;
      const spelled = movedPrefix(root, chain.parts, map);
      const end = spelled === null ? undefined : chain.parts[spelled.length - 1];
      if (end !== undefined && spelled !== null && spelled.length > 1) {
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        const found = await packageAttribute(spelled.old, file, end.start, context);
        if (found.kind === "doubtful") residue.push(residueAt(end.start, file, "unresolved", found.detail));
        if (found.kind === "other" || found.kind === "doubtful") strangeChains.add(chain.root.start);
      }
      const dotted = chain.parts.map(({ name }) => name);
      for (let length = 1; length <= dotted.length; length++) {
        const name = dotted[length - 1] ?? "";
        if (!lasts.has(name) || length === 1) continue;
        const full = [root, ...dotted.slice(1, length)].join(".");
        if (map.entryOf(full) !== null) continue;
        // The module under the name of another module, which has imported it.
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        const what = await moduleMeaning(file, chain.parts[length - 1]?.start ?? 0, context);
        if (what === "moved") takenOver.push(full);
      }
    }
  }
  for (const statement of statements) {
    if (statement.kind === "import") continue;
    const source = importedPath(statement, before);
    for (const item of statement.items) {
      const full = `${source}.${item.path}`;
      if (!lasts.has(item.path) || map.entryOf(full)?.old === full) continue;
      // oxlint-disable-next-line no-await-in-loop
      if ((await moduleMeaning(file, item.pathSpan.start, context)) === "moved") {
        takenOver.push(full);
      }
    }
  }
  for (const token of file.reading.tokens) {
    if (!lasts.has(token.name) || inChains.has(token.start)) continue;
    if (token.kind === "attribute") {
      // oxlint-disable-next-line no-await-in-loop
      const found = await attribute(token, file, context);
      if (found !== null) residue.push(found);
    } else if (token.kind === "name" && token.binding === null && isFromStar(token, moving)) {
      // oxlint-disable-next-line no-await-in-loop
      const what = await moduleMeaning(file, token.start, context);
      if (what === "moved")
        residue.push(residueItem(token, file, "unresolved", "a star import brings the module's name"));
    }
  }
  return { residue, takenOver, strangeChains };
}

function isFromStar(token: NameToken, { file, names }: MovingFile): boolean {
  return file.reading.starImports.length > 0 && bindingsOf(token, names).length === 0;
}

/** An attribute whose receiver no import gives: the module for sure is not rewritten there, and what is unknown may be it. */
async function attribute(
  token: AttributeToken,
  file: SourceFile,
  context: ModuleContext,
): Promise<ResidueItem | null> {
  const what = await moduleMeaning(file, token.start, context);
  if (what === "other") return residueItem(token, file, "other_symbol", "an attribute of something else");
  if (what === "moved") {
    return residueItem(token, file, "unresolved", "reaches the module in a way that is not an import's");
  }
  const packages = context.olds.flatMap((old) =>
    parentOf(old) === "" ? [] : context.tree.filesOf(parentOf(old)).map((f) => f.path),
  );
  const mayBe = packages.length === 0 ? () => false : await context.modules.candidates(new Set(packages));
  const isPossible = mayBe === null || (token.receiver !== null && mayBe(file.path, token.receiver));
  return isPossible && packages.length > 0
    ? residueItem(token, file, "unresolved", "the object in front of the dot may be the package")
    : residueItem(token, file, "other_symbol", "an attribute of an object that is no package");
}
