import { isMangled } from "../model/identifier.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { classScopes } from "../python/scope.ts";
import type { Token } from "../python/token.ts";
import { residueItem } from "../residue/classify.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Scan } from "./scan.ts";
import { mangledForm } from "./scan-names.ts";
import type { SourceFile } from "./source-file.ts";

/** Private names as they are written outside the class, with the name of the class and of the member in one word. */
export interface MangledNames {
  /** Attributes, which are the symbol's by their spelling. */
  readonly edited: ReadonlyMap<SourceFile, readonly Token[]>;
  readonly residue: readonly ResidueItem[];
}

/** Finds the words that hold the class's name or the private member's. */
export function mangledNames(target: ResolvedTarget, scan: Scan): MangledNames {
  const edited = new Map<SourceFile, readonly Token[]>();
  const residue: ResidueItem[] = [];
  const exact = mangledForm(target.target.name.split("."));
  const prefix = target.kind === "class" ? prefixOf(target.name) : null;
  const alone = isAlone(target, scan);
  for (const file of scan.files.values()) {
    const mine: Token[] = [];
    for (const token of file.reading.tokens) {
      if (token.name !== exact && (prefix === null || !token.name.startsWith(prefix))) continue;
      if (token.kind === "attribute" && alone) mine.push(token);
      else residue.push(itemOf(token, file, alone));
    }
    if (mine.length > 0) edited.set(file, mine);
  }
  return { edited, residue };
}

/** What a token of the target's name, or of its mangled form, is rewritten to. */
export function newTextOf(target: ResolvedTarget, token: Token): string {
  const { name, newName } = target;
  if (token.name === name) return newName;
  const [owner = ""] = target.target.name.split(".").slice(-2);
  if (target.member) return isMangled(newName) ? `_${owner.replace(/^_+/, "")}${newName}` : newName;
  return prefixOf(newName) + token.name.slice(prefixOf(name).length);
}

function prefixOf(className: string): string {
  return `_${className.replace(/^_+/, "")}__`;
}

/** No other class has the name that private names carry. */
function isAlone(target: ResolvedTarget, scan: Scan): boolean {
  const parts = target.target.name.split(".");
  const owner = (target.member ? parts.at(-2) : parts.at(-1))?.replace(/^_+/, "");
  const own = new Set(
    target.homes.map(({ path, scope, declarations }) =>
      target.member ? `${path}:${scope.header?.nameAt}` : `${path}:${declarations[0]?.start}`,
    ),
  );
  return [...scan.files.values()].every((file) =>
    classScopes(file.reading.module).every(
      ({ name, header }) => name.replace(/^_+/, "") !== owner || own.has(`${file.path}:${header?.nameAt}`),
    ),
  );
}

function itemOf(token: Token, file: SourceFile, alone: boolean): ResidueItem {
  if (token.kind === "comment") return residueItem(token, file, "comment", "a comment");
  if (token.kind === "string" && token.reflects === null) {
    return residueItem(token, file, "string_literal", "a private name in its mangled form");
  }
  const detail = alone
    ? "a private name in its mangled form, which contains the name"
    : "a private name in its mangled form, and there is another class of that name";
  return residueItem(token, file, "unresolved", detail);
}
