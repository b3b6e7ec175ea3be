import { resolveName, resolveOutside } from "../python/scope.ts";
import type { NameToken } from "../python/token.ts";
import type { Standpoint } from "../python/standpoint.ts";
import { importedPath } from "../python/standpoint.ts";

/** One name of a dotted expression. */
interface Part {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A variable that imports bind, read with the attributes behind it: `pkg.mod.f` for `import pkg.mod`. */
export interface Chain {
  readonly root: NameToken;
  /** The root and the attributes, as far as there are only names and dots. */
  readonly parts: readonly Part[];
  /** All that binds the variable. */
  readonly bindings: readonly NameToken[];
  /** What imports give the root: an absolute dotted path each; null for a binding that is no import. */
  readonly meanings: readonly (string | null)[];
}

const ATTRIBUTE = /\s*\.\s*([\p{XID_Start}_][\p{XID_Continue}]*)/uy;

/** Every reading of a name of interest whose variable an import binds. */
export function moduleChains(
  names: readonly NameToken[],
  text: string,
  standpoint: Standpoint,
): readonly Chain[] {
  const chains: Chain[] = [];
  for (const root of names) {
    if (root.binding !== null) continue;
    const bindings = bindingsOf(root, names);
    if (!bindings.some((b) => b.imports !== null)) continue;
    const meanings = bindings.map((b) => (b.imports === null ? null : importedPath(b.imports, standpoint)));
    chains.push({ root, parts: partsOf(root, text), bindings, meanings });
  }
  return chains;
}

/** What binds the variable that a name means; a class body reads the outer one before it binds its own. */
export function bindingsOf(token: NameToken, names: readonly NameToken[]): readonly NameToken[] {
  const variable = resolveName(token.scope, token.name);
  const outside = variable.kind === "class" ? resolveOutside(token.scope, token.name) : variable;
  return (bindingsIn(names).get(token.name) ?? []).filter((t) => {
    const scope = resolveName(t.scope, t.name);
    return scope === variable || scope === outside;
  });
}

/** What binds each name, in any scope. A file can use a name thousands of times. */
function bindingsIn(names: readonly NameToken[]): ReadonlyMap<string, readonly NameToken[]> {
  const known = INDEX.get(names);
  if (known !== undefined) return known;
  const index = new Map<string, NameToken[]>();
  for (const token of names) {
    if (token.binding === null || token.binding === "delete") continue;
    const list = index.get(token.name) ?? [];
    list.push(token);
    index.set(token.name, list);
  }
  INDEX.set(names, index);
  return index;
}

const INDEX = new WeakMap<readonly NameToken[], ReadonlyMap<string, readonly NameToken[]>>();

function partsOf({ name, start, end }: NameToken, text: string): readonly Part[] {
  const parts: Part[] = [{ name, start, end }];
  ATTRIBUTE.lastIndex = end;
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const attribute = match[1] ?? "";
    const last = ATTRIBUTE.lastIndex;
    parts.push({ name: attribute.normalize("NFKC"), start: last - attribute.length, end: last });
  }
  return parts;
}
