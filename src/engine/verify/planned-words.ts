import type { Plan } from "../../model/plan.ts";
import { oldName } from "../../model/plan.ts";
import { lastOf } from "../module-map.ts";

/** Which words a plan may replace by which, as its entries alone say. */
export interface PlannedWords {
  /** Old and new names of symbols, and the ends of the paths of modules that move. */
  readonly names: ReadonlySet<string>;
  /** An identifier may become another one; mangled private names too. */
  becomes(old: string, now: string): boolean;
  /** A word may go from a dotted path, or from an import. */
  readonly mayLeave: (word: string) => boolean;
  /** A word may come into a dotted path, or into an import. */
  readonly mayArrive: (word: string) => boolean;
  readonly movesModules: boolean;
  /** Old names that imports may keep behind `as`, by the new ones: `from .a import new as old`. */
  readonly kept: ReadonlyMap<string, string>;
}

export function plannedWords({ symbols, modules }: Plan): PlannedWords {
  const renamed = new Map<string, Set<string>>();
  for (const target of symbols) {
    const old = oldName(target);
    renamed.set(old, (renamed.get(old) ?? new Set()).add(target.newName));
  }
  const oldParts = new Set(modules.flatMap(({ old }) => old.split(".")));
  const newParts = new Set(modules.flatMap(({ new: to }) => to.split(".")));
  const ends = modules.flatMap(({ old, new: to }) => [lastOf(old), lastOf(to)]);
  const newNames = new Set([...renamed.values()].flatMap((set) => [...set]));
  const isPair = (old: string, now: string) => renamed.get(old)?.has(now) === true;
  const isSameOrPair = (old: string, now: string) =>
    old === now ||
    isPair(old, now) ||
    // Python leaves out the underscores in front of a class's name when it mangles one.
    [...renamed].some(([from, to]) => bare(from) === old && [...to].some((name) => bare(name) === now));
  return {
    names: new Set([...renamed.keys(), ...newNames, ...ends]),
    becomes(written, now) {
      const old = written.normalize("NFKC");
      if (isPair(old, now)) return true;
      const [before, after] = [MANGLED.exec(old)?.groups, MANGLED.exec(now)?.groups];
      if (before !== undefined && after !== undefined) {
        return (
          isSameOrPair(before["owner"] ?? "", after["owner"] ?? "") &&
          isSameOrPair(before["name"] ?? "", after["name"] ?? "")
        );
      }
      // A private name that is made public is written without its class.
      if (before !== undefined && isPair(before["name"] ?? "", now)) return true;
      return isPair(bare(old), bare(now)) || renamed.get(`_${old}`)?.has(`_${now}`) === true;
    },
    // A package that becomes a module, or a module that becomes one, gets or loses a file of this name.
    mayLeave: (word) => oldParts.has(word) || renamed.has(word) || word === "__init__",
    mayArrive: (word) =>
      newParts.has(word) || oldParts.has(word) || newNames.has(word) || word === "__init__",
    movesModules: modules.length > 0,
    kept: new Map(symbols.filter((t) => t.keepExports).map((t) => [t.newName, oldName(t)])),
  };
}

function bare(name: string): string {
  return name.replace(/^_+/, "");
}

/** `_Class__name` */
const MANGLED = /^_(?<owner>[^_].*?)(?<name>__.+)$/;
