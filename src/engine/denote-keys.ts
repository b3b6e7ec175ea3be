import type { Grammar } from "../python/grammar.ts";
import type { KeyPlace } from "../python/key-places.ts";
import { keyPlaces } from "../python/key-places.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Token } from "../python/token.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { Denotations } from "./denote.ts";
import { holderContext } from "./holder-context.ts";
import type { HolderContext } from "./holder-type.ts";
import { holderType } from "./holder-type.ts";
import { isDeclaration } from "./judge.ts";
import type { KeyLeaks } from "./key-leaks.ts";
import { keyLeaks } from "./key-leaks.ts";
import { ownClasses } from "./own-classes.ts";
import type { Location } from "./ports.ts";
import { importedPath } from "./receiver.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface KeyContext {
  readonly scan: Scan;
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
  /** Other targets of the same name, which get the same new one. */
  readonly allies: readonly ResolvedTarget[];
}

export interface DenotedKeys {
  readonly denoted: ReadonlyMap<SourceFile, Denotations>;
  /** Places without the name at which the keys become something else. */
  readonly residue: readonly ResidueItem[];
}

/**
 * The fields of a TypedDict are the keys of dictionaries, so that strings denote them. The server goes from subscripts and
 * from literals whose type is expected to the field; for `get` and the like the type of what stands in front decides.
 */
export async function denoteKeys(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: KeyContext,
): Promise<DenotedKeys> {
  const { scan, graph, grammar } = context;
  const classes = target.member ? ownClasses(target, scan) : [];
  const ancestries = await Promise.all(classes.map((place) => graph.ancestry(place)));
  if (!ancestries.some((a) => a.baseNames.has("TypedDict"))) return { denoted, residue: [] };
  const holders = await holderContext(target, context);
  const leaks = await keyLeaks(target, holders, context.scan);
  const all = new Map<SourceFile, Denotations>();
  for (const [file, denotations] of denoted) {
    const places = keyPlaces(grammar, file.text, new Set([target.name]));
    const mine = new Map<Token, Denotation>();
    for (const [token, denotation] of denotations) {
      const place = places.find((p) => p.start <= token.start && token.end <= p.end);
      const isKey = token.kind === "string" && place !== undefined;
      const key = isKey // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
        ? await denoteKey(place, token, file, target, { ...context, holders, leaks })
        : null;
      mine.set(token, key ?? withoutAttributes(token, denotation));
    }
    all.set(file, mine);
  }
  return { denoted: all, residue: leaks.residue };
}

/** The keys of a dictionary are no attributes of it. */
function withoutAttributes(token: Token, denotation: Denotation): Denotation {
  const isAttribute = token.kind === "attribute" || token.kind === "pattern_keyword";
  if (!isAttribute || denotation.kind !== "unknown") return denotation;
  return { kind: "other", detail: "an attribute, and the key of a TypedDict is none" };
}

interface KeyQuestion extends KeyContext {
  readonly holders: HolderContext;
  readonly leaks: KeyLeaks;
}

/** null: a key of another dictionary, which is no more than any string. */
async function denoteKey(
  place: KeyPlace,
  token: Token,
  file: SourceFile,
  target: ResolvedTarget,
  context: KeyQuestion,
): Promise<Denotation | null> {
  const { session, holders, leaks } = context;
  const isForeign = leaks.foreign.has(`${file.path}:${place.holder?.text ?? ""}`);
  if (isForeign && place.form !== "literal")
    return { kind: "mixed", detail: "a key of a dictionary that comes from outside", asKey: true };
  if (place.form === "subscript" || place.form === "literal") {
    const opening = /^\w*["']+/.exec(file.text.slice(place.start, place.end))?.[0].length ?? 0;
    const locations = await session.definition(file.path, place.start + opening);
    const answer = await judgeKey(locations, target, context);
    if (answer !== null) return answer;
  }
  const unknown = (detail: string): Denotation => ({ kind: "unknown", detail, asKey: true });
  if (place.holder === null || (place.holder.at === null && place.holder.callee === null)) {
    if (place.callee !== null && (await isOutside(file, place.callee, context))) return null;
    if (fromOutside(place, file, context)) return null;
    return unknown(`a key of a mapping whose type is not known`);
  }
  if (/\b__(?:annotations|required_keys|optional_keys)__$/.test(place.holder.text))
    return unknown("a key of what describes a TypedDict");
  const type = await holderType(file, place.holder, holders);
  switch (type) {
    case "own":
      return { kind: "family", detail: "a key of the TypedDict", byText: true, asKey: true };
    case "mixed":
      return { kind: "mixed", detail: "a key of the TypedDict, or of something else", asKey: true };
    case "other":
    case "dict":
      return type === "other" && place.form !== "literal" ? null : await ofAnyDict(leaks);
    case "unknown":
      return fromOutside(place, file, context) ? null : unknown("a key of a mapping whose type is not known");
  }
}

/** A dictionary without known keys is another one as long as nothing mixes the two. */
async function ofAnyDict(leaks: KeyLeaks): Promise<Denotation | null> {
  const mix = await leaks.firstMix();
  if (mix === null) return null;
  const detail = `a key of a dictionary, and dictionaries are used as the TypedDict, or it as one, at ${mix}`;
  return { kind: "unknown", detail, asKey: true };
}

/** What the server goes to from the string itself: fields, or keys of a TypedDict that is made by a call. */
async function judgeKey(
  locations: readonly Location[],
  target: ResolvedTarget,
  { session, allies }: KeyQuestion,
): Promise<Denotation | null> {
  if (locations.length === 0) return null;
  const inside = locations.filter((l) => isDeclaration(l, target, session));
  const outside = locations.filter((l) => !inside.includes(l));
  if (inside.length > 0 && outside.every((l) => allies.some((ally) => isDeclaration(l, ally, session))))
    return { kind: "family", detail: "the server resolves the key to the field", byText: true, asKey: true };
  if (inside.length > 0)
    return { kind: "mixed", detail: "a key of the TypedDict, or of another one", asKey: true };
  const texts = await Promise.all(outside.map((l) => session.textAt(l)));
  const proved = texts.every(
    (text) => text?.replace(/^\w*["']+|["']+$/g, "").startsWith(target.name) === true,
  );
  if (!proved) return { kind: "unknown", detail: "the server does not say what the key is", asKey: true };
  return { kind: "other", detail: "a key of another TypedDict", asKey: true };
}

/** What is called is defined outside the repository, and so takes no TypedDict of it by its type. */
async function isOutside(file: SourceFile, callee: number, { session }: KeyQuestion): Promise<boolean> {
  const locations = await session.definition(file.path, callee);
  return locations.length > 0 && locations.every((l) => l.path === null);
}

/** The imports say that the mapping comes from a library. */
function fromOutside({ holder }: KeyPlace, file: SourceFile, { tree, grammar }: KeyQuestion): boolean {
  if (holder === null || !/^\w+(?:\.\w+)*$/.test(holder.text)) return false;
  const path = importedPath(file.text, { text: holder.text, start: startOf(holder) }, grammar);
  return path !== null && !tree.hasTopLevel(path.split(".")[0] ?? "");
}

function startOf({ at, text }: NonNullable<KeyPlace["holder"]>): number {
  return (at ?? 0) - text.lastIndexOf(".") - 1;
}
