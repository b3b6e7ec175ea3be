import type { ResidueItem } from "../model/residue-item.ts";
import type { AttributeToken, Reflected } from "../python/token.ts";
import { residueAt, residueItem } from "../residue/classify.ts";
import { plainItems } from "../python/import-statements.ts";
import { importedPath, starSources } from "../python/standpoint.ts";
import type { Chain } from "./module-chains.ts";
import { bindingsOf } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import { mayDefine } from "./module-defines.ts";
import { lastOf, parentOf } from "./module-map.ts";
import { moduleMeaning } from "./module-meaning.ts";
import { movedPrefix } from "./rename-chain.ts";
import { packageAttribute } from "./package-attribute.ts";
import type { MovingFile } from "./read-moving-file.ts";
import type { SourceFile } from "./source-file.ts";
import type { TakenName } from "./taken-names.ts";

/** Places that name a module that moves, besides imports and what hangs on their names. */
export interface LooseNames {
  readonly residue: readonly ResidueItem[];
  /** Bindings that this file takes over from another one. */
  readonly takenOver: readonly TakenName[];
  /** `module.name` of first names of plain imports that it takes over. */
  readonly takenRoots: readonly string[];
  /** Offsets of the roots of chains that spell the path of a module, and mean something else. */
  readonly strangeChains: ReadonlySet<number>;
}

/** Attributes called like a module that moves, and names that a star import may bring. */
export async function looseNames(moving: MovingFile, context: ModuleContext): Promise<LooseNames> {
  const { file, names, before, chains, statements } = moving;
  const { olds, map } = context;
  const lasts = new Set(olds.map(lastOf));
  const inChains = new Set(chains.flatMap(({ parts }) => parts.map((part) => part.start)));
  const residue: ResidueItem[] = [];
  const takenOver: TakenName[] = [];
  const takenRoots: string[] = [];
  const roots = new Set(olds.map((old) => old.split(".")[0] ?? ""));
  const take = (paths: readonly string[], offset: number) =>
    takenOver.push({ names: paths, file: moving, offset });
  const strangeChains = new Set<number>();
  for (const chain of chains) {
    for (const root of new Set(chain.meanings)) {
      if (root === null) continue;
      const spelled = movedPrefix(root, chain.parts, map);
      const end = spelled === null ? undefined : chain.parts[spelled.length - 1];
      if (end !== undefined && spelled !== null && spelled.length > 1) {
        const meaning = isImportedWhole(spelled.old, chain, moving)
          ? "moved"
          : // oxlint-disable-next-line no-await-in-loop -- one question at a time
            await moduleMeaning(file, end.start, context);
        const found = packageAttribute(spelled.old, meaning, context);
        if (found.kind === "doubtful") residue.push(residueAt(end.start, file, "unresolved", found.detail));
        if (found.kind === "other" || found.kind === "doubtful") strangeChains.add(chain.root.start);
      }
      const dotted = chain.parts.map(({ name }) => name);
      for (let length = 1; length <= dotted.length; length++) {
        const name = dotted[length - 1] ?? "";
        if (length === 1) continue;
        const full = [root, ...dotted.slice(1, length)].join(".");
        if (roots.has(name)) takenRoots.push(full);
        if (!lasts.has(name)) continue;
        if (map.entryOf(full) !== null) continue;
        // The module under the name of another module, which has imported it.
        // oxlint-disable-next-line no-await-in-loop -- one question at a time
        const what = await moduleMeaning(file, chain.parts[length - 1]?.start ?? 0, context);
        if (what === "moved") take([full], chain.parts[length - 1]?.start ?? 0);
      }
    }
  }
  for (const statement of statements) {
    if (statement.kind === "import") continue;
    const source = importedPath(statement, before);
    for (const item of statement.items) {
      const full = `${source}.${item.path}`;
      if (roots.has(item.path)) takenRoots.push(full);
      if (!lasts.has(item.path) || map.entryOf(full)?.old === full) continue;
      // oxlint-disable-next-line no-await-in-loop
      if ((await moduleMeaning(file, item.pathSpan.start, context)) === "moved") {
        take([full], item.pathSpan.start);
      }
    }
  }
  const sources = starSources(statements, before);
  for (const token of file.reading.tokens) {
    if (!lasts.has(token.name) || inChains.has(token.start)) continue;
    if (token.kind === "attribute") {
      // oxlint-disable-next-line no-await-in-loop
      const found = await attribute(token, file, context);
      if (found !== null) residue.push(found);
    } else if (token.kind === "name" && token.binding === null && bindingsOf(token, names).length === 0) {
      if (olds.includes(`${before.module}.${token.name}`) && before.isPackage) {
        const detail = "the package gets the module as a variable of its own, without an import of it";
        residue.push(residueItem(token, file, "unresolved", detail));
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      if (sources.length > 0 && (await moduleMeaning(file, token.start, context)) === "moved")
        take(
          sources.map((source) => `${source}.${token.name}`),
          token.start,
        );
    } else if (token.kind === "string" && token.whole && token.reflects !== null) {
      const owner = ownerOf(token.reflects, moving);
      const isOurs = owner.some((path) => olds.includes(`${path}.${token.name}`));
      if (isOurs) {
        const detail = "looks the module up on its package by name";
        residue.push(residueItem(token, file, "unresolved", detail));
      }
    }
  }
  return { residue, takenOver, takenRoots, strangeChains };
}

/** The variable is bound by an import of the very module, which the server has confirmed: nothing is left to ask. */
function isImportedWhole(old: string, { bindings }: Chain, { statements, strangers }: MovingFile): boolean {
  return bindings.some(({ start }) =>
    plainItems(statements).some(
      ({ alias, path, pathSpan }) =>
        alias === null &&
        pathSpan.start === start &&
        !strangers.has(start) &&
        (path === old || path.startsWith(`${old}.`)),
    ),
  );
}

/** The dotted path of the module that a name is looked up on, as imports say. */
function ownerOf(reflects: Reflected, { chains }: MovingFile): readonly string[] {
  if (reflects.kind === "module") return [reflects.name];
  if (reflects.kind === "globals") return [];
  return chains.flatMap(({ parts, meanings }) => {
    const index = parts.findIndex(({ start }) => start === reflects.at);
    if (index === -1) return [];
    const behind = parts.slice(1, index + 1).map(({ name }) => name);
    return meanings.flatMap((meaning) => (meaning === null ? [] : [[meaning, ...behind].join(".")]));
  });
}

/** An attribute whose receiver no import gives: the module for sure is not rewritten there, and what is unknown may be it. */
async function attribute(
  token: AttributeToken,
  file: SourceFile,
  context: ModuleContext,
): Promise<ResidueItem | null> {
  const what = await moduleMeaning(file, token.start, context);
  if (what === "other") return residueItem(token, file, "other_symbol", "an attribute of something else");
  if (what === "moved" || what === "mixed") {
    return residueItem(token, file, "unresolved", "reaches the module in a way that is not an import's");
  }
  const isPossible = await mayBePackage(token, file, context);
  return isPossible
    ? residueItem(token, file, "unresolved", "the object in front of the dot may be the package")
    : residueItem(token, file, "other_symbol", "an attribute of an object that is no package");
}

/**
 * An object of unknown type can be the package when the package is passed on or kept somewhere, when the file itself gets
 * modules by name, or when it is called like one; unless what is done with the attribute cannot be done with the module.
 */
async function mayBePackage(
  token: AttributeToken,
  file: SourceFile,
  context: ModuleContext,
): Promise<boolean> {
  const olds = context.olds.filter((old) => lastOf(old) === token.name && parentOf(old) !== "");
  const possible = await Promise.all(
    olds.map((old) => canBeUsedSo(old, file.text.slice(token.end), context)),
  );
  if (!possible.some(Boolean)) return false;
  if (GETS_MODULES.test(file.text)) return true;
  const written = token.receiver;
  if (written !== null && MODULE_LIKE.test(lastOf(written.text))) return true;
  const packages = olds.flatMap((old) => context.tree.filesOf(parentOf(old)).map((f) => f.path));
  const mayBe = await context.modules.candidates(new Set(packages), "by what is passed on");
  return mayBe === null || (written !== null && mayBe(file.path, written));
}

/** Modules are neither called nor subscripted, and have the attributes that their text says. */
async function canBeUsedSo(old: string, behind: string, context: ModuleContext): Promise<boolean> {
  if (/^[ \t]*[[(]/.test(behind)) return false;
  const next = /^\s*\.\s*([\p{XID_Start}_][\p{XID_Continue}]*)/u.exec(behind)?.[1];
  return next === undefined || mayDefine(old, next.normalize("NFKC"), context);
}

const GETS_MODULES =
  /\b(?:importlib|import_module|__import__|importorskip|import_string|pkgutil|runpy|entry_points|pluginmanager|load_source|load_module|exec_module|getmodule|resolve_name|__spec__|__loader__)\b|\bsys\s*\.\s*modules\b/;

const MODULE_LIKE = /^_?(?:\w+_)?(?:m|mod|module|pkg|package|lib|library|plugin|backend)\d*_?$/i;
