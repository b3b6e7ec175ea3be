import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { BaseClass, Scope } from "../python/scope.ts";
import { classScopes } from "../python/scope.ts";
import type { Token } from "../python/token.ts";
import { residueItem } from "../residue/classify.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import { classKey } from "./class-place.ts";
import { placeAt } from "./place-at.ts";
import type { Scan } from "./scan.ts";
import { mangledForm, privatePrefix, withoutUnderscores } from "./scan-names.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/** Private names as they are written outside the class, with the name of the class and of the member in one word. */
export interface MangledNames {
  /** Attributes, which are the symbol's by their spelling. */
  readonly edited: ReadonlyMap<SourceFile, readonly Token[]>;
  readonly residue: readonly ResidueItem[];
}

/** Finds the words that hold the class's name or the private member's, and asks whose instance stands in front of the dot. */
export async function mangledNames(
  target: ResolvedTarget,
  scan: Scan,
  session: Session,
  graph: ClassGraph,
): Promise<MangledNames> {
  const edited = new Map<SourceFile, readonly Token[]>();
  const residue: ResidueItem[] = [];
  const exact = mangledForm(target.target.name.split("."));
  const prefix = target.kind === "class" ? privatePrefix(target.name) : null;
  const own = ownKeys(target);
  const alone = isAlone(target, own, scan);
  for (const file of scan.files.values()) {
    const mine: Token[] = [];
    for (const token of file.reading.tokens) {
      if (token.name !== exact && (prefix === null || !token.name.startsWith(prefix))) continue;
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      if (alone && (await isOfClass(token, file, own, session, graph))) mine.push(token);
      else residue.push(itemOf(token, file));
    }
    if (mine.length > 0) edited.set(file, mine);
  }
  return { edited, residue };
}

/** The object that the name is an attribute of is an instance of one of the classes, or of one below. */
async function isOfClass(
  token: Token,
  file: SourceFile,
  own: ReadonlySet<string>,
  session: Session,
  graph: ClassGraph,
): Promise<boolean> {
  const self = selfClassOf(token);
  if (self?.header && own.has(`${file.path}:${self.header.nameAt}`)) return true;
  const at = objectBefore(token, file);
  if (at === null) return false;
  const locations = await session.server.typeDefinition(file.path, file.lines.positionAt(at));
  const places = await Promise.all(locations.map((location) => graph.classAt(location)));
  const inside = await Promise.all(
    places.map(async (place) => {
      if (place === null) return false;
      const { keys } = await graph.ancestry(place);
      return own.has(classKey(place)) || [...own].some((key) => keys.has(key));
    }),
  );
  return inside.length > 0 && inside.every(Boolean);
}

/** The class whose method the place is in, when the object is the method's first parameter. */
function selfClassOf(token: Token): Scope | null {
  if (token.kind === "attribute") return token.selfClass;
  return token.kind === "string" && token.whole && token.reflects?.kind === "object"
    ? token.reflects.selfClass
    : null;
}

/** The offset of the last name of what stands in front of the dot, or of what an attribute is looked up on by the string. */
function objectBefore(token: Token, file: SourceFile): number | null {
  if (token.kind === "string") {
    const { reflects, whole } = token;
    return whole && reflects?.kind === "object" && !reflects.bySubscript ? reflects.at : null;
  }
  if (token.kind !== "attribute") return null;
  const receiver = /([\p{XID_Start}_][\p{XID_Continue}]*)\s*\.\s*$/u.exec(
    file.text.slice(Math.max(0, token.start - 200), token.start),
  );
  return receiver === null ? null : token.start - receiver[0].length;
}

/** What a token of the target's name, or of its mangled form, is rewritten to. */
export function newTextOf(target: ResolvedTarget, token: Token): string {
  const { name, newName } = target;
  if (token.name === name) return newName;
  const owners = target.target.name.split(".").slice(0, -1);
  if (target.kind !== "class") return mangledForm([...owners, newName]) ?? newName;
  return privatePrefix(newName) + token.name.slice(privatePrefix(name).length);
}

/** The classes whose name private names carry, as `classKey` writes them. */
function ownKeys({ kind, homes }: ResolvedTarget): ReadonlySet<string> {
  return new Set(
    homes.flatMap(({ path, scope, declarations }) =>
      kind !== "class"
        ? [`${path}:${scope.header?.nameAt}`]
        : declarations.map((token) => `${path}:${token.start}`),
    ),
  );
}

/** No other class, and no base, has the name that private names carry. */
function isAlone(target: ResolvedTarget, own: ReadonlySet<string>, scan: Scan): boolean {
  const parts = target.target.name.split(".");
  const owner = withoutUnderscores((target.kind === "class" ? parts.at(-1) : parts.at(-2)) ?? "");
  return [...scan.files.values()].every((file) =>
    classScopes(file.reading.module).every(({ name, header }) => {
      if (!own.has(`${file.path}:${header?.nameAt}`)) return withoutUnderscores(name) !== owner;
      return (header?.bases ?? []).every((base) => withoutUnderscores(lastName(base)) !== owner);
    }),
  );
}

/**
 * A class and a base of the same name have the same private names: a rename that makes them one name, or two, would make
 * one attribute of two, or two of one.
 */
export function checkPrivateNames(target: ResolvedTarget, scan: Scan): readonly Conflict[] {
  if (target.kind !== "class") return [];
  const conflicts: Conflict[] = [];
  const own = ownKeys(target);
  const names = [target.name, target.newName].map(withoutUnderscores);
  for (const file of scan.files.values()) {
    if (!/\b__[a-zA-Z]\w*(?<!__)\b/.test(file.text)) continue;
    for (const { name, header } of classScopes(file.reading.module)) {
      if (header === null) continue;
      const mine = own.has(`${file.path}:${header.nameAt}`);
      const bases = header.bases.map(lastName);
      // The class and what it derives from, or what derives from it.
      const related = mine
        ? bases.some((base) => names.includes(withoutUnderscores(base)))
        : bases.includes(target.name);
      if (!related || (!mine && !names.includes(withoutUnderscores(name)))) continue;
      const message = `${name} and a base of the same name share their private names, which carry the name of the class.`;
      const place = placeAt(file, header.nameAt);
      conflicts.push(conflict("family/outside", target.target.entry, message, place));
    }
  }
  return conflicts;
}

function lastName({ dotted, text }: BaseClass): string {
  return (dotted ?? text).replace(/^.*\./, "").trim();
}

function itemOf(token: Token, file: SourceFile): ResidueItem {
  if (token.kind === "comment") return residueItem(token, file, "comment", "a comment");
  // A whole string of this form can hardly be anything else than a name to look up.
  if (token.kind === "string" && !token.whole) {
    return residueItem(token, file, "string_literal", "a private name in its mangled form");
  }
  const detail = "a private name in its mangled form, and the class of the object is not known";
  return residueItem(token, file, "unresolved", detail);
}
