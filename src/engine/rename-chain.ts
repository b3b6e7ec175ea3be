import type { Chain } from "./module-chains.ts";
import type { NameToken } from "../python/token.ts";
import type { ModuleContext } from "./module-context.ts";
import type { ModuleMap } from "./module-map.ts";
import type { OffsetEdit } from "./offset-edit.ts";

export type ChainResult =
  | { readonly kind: "edit"; readonly edit: OffsetEdit }
  | { readonly kind: "residue"; readonly detail: string }
  /** Nothing of it moves; what it reads has to stay imported. */
  | { readonly kind: "stays" }
  | { readonly kind: "nothing" };

/** What becomes of a reading of a module through what an import binds. */
export function renameChain(
  { parts, bindings, meanings }: Chain,
  text: string,
  { map }: ModuleContext,
  keepsName: (binding: NameToken) => boolean,
): ChainResult {
  const paths = new Set(meanings);
  const [only] = paths;
  const plain = bindings.every((b) => b.binding === "import_module" && !keepsName(b));
  if (only === undefined || only === null || paths.size > 1) {
    // Several imports of one root are one meaning; anything else is followed only where nothing has to change: the module itself,
    // under a name that stays.
    const some = bindings.some((binding, index) => {
      const meaning = meanings[index] ?? null;
      const spelled = meaning === null ? null : movedPrefix(meaning, parts, map);
      return (
        spelled !== null &&
        (spelled.length > 1 || (binding.binding === "import_module" && !keepsName(binding)))
      );
    });
    return !some
      ? { kind: "nothing" }
      : {
          kind: "residue",
          detail: "the name in front means a module on one path, and something else on another",
        };
  }
  const moved = movedPrefix(only, parts, map);
  if (moved === null) return plain ? { kind: "stays" } : { kind: "nothing" };
  const { length, old } = moved;
  const renamed = map.renamed(old);
  const last = parts[length - 1];
  const first = parts[0];
  if (last === undefined || first === undefined) return { kind: "nothing" };
  if (plain) {
    if (!isWrittenPlainly(parts.slice(0, length), text)) {
      return { kind: "residue", detail: "a path that is written with blanks or comments in it" };
    }
    return { kind: "edit", edit: { start: first.start, end: last.end, newText: renamed } };
  }
  if (length === 1) return { kind: "nothing" };
  // What imported the module before sets the same attributes on the way to its new place.
  const around = map.renamed(only);
  const second = parts[1];
  const isBelow = second !== undefined && renamed.startsWith(`${around}.`);
  if (isBelow && isWrittenPlainly(parts.slice(1, length), text)) {
    const newText = renamed.slice(around.length + 1);
    return { kind: "edit", edit: { start: second.start, end: last.end, newText } };
  }
  return { kind: "residue", detail: "reaches the module through the package that it leaves" };
}

/** Nothing but names and dots between the first and the last of the parts. */
function isWrittenPlainly(parts: Chain["parts"], text: string): boolean {
  const dotted = parts.map(({ name }) => name).join(".");
  return text.slice(parts[0]?.start, parts.at(-1)?.end) === dotted;
}

/** How many parts of a chain spell a module that an entry names; null when none does. The root may be a longer path. */
export function movedPrefix(
  meaning: string,
  parts: Chain["parts"],
  map: ModuleMap,
): { readonly length: number; readonly old: string } | null {
  let found: { readonly length: number; readonly old: string } | null = null;
  for (let length = 1; length <= parts.length; length++) {
    const dotted = [meaning, ...parts.slice(1, length).map(({ name }) => name)].join(".");
    if (map.entryOf(dotted)?.old === dotted) found = { length, old: dotted };
  }
  return found;
}
