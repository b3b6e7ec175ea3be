import type { KeywordToken } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import type { KeywordPassing } from "./keyword-passing.ts";
import { isDefinition } from "./keyword-passing.ts";
import { mentionsValue } from "./mentions-value.ts";
import { isForeign } from "./is-foreign.ts";
import { functionNamed } from "./function-named.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import type { Location } from "./ports.ts";
import { redenote } from "./redenote.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";

export interface KeywordContext {
  readonly target: ResolvedTarget;
  readonly owners: ParameterOwners;
  readonly passing: KeywordPassing;
  readonly scan: Scan;
  readonly session: Session;
  readonly grammar: Grammar;
  readonly tree: ModuleTree;
}

/**
 * What the keywords of calls mean. The server goes from a keyword to the parameter, or, where the function has none of
 * that name, to the function; and to nothing where it does not know what is called.
 */
export async function settleKeywords(
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: KeywordContext,
): Promise<Map<SourceFile, Denotations>> {
  return redenote(denoted, async (token, denotation, file) =>
    token.kind === "keyword" ? settle(token, denotation, file, context) : null,
  );
}

async function settle(
  token: KeywordToken,
  denotation: Denotation,
  file: SourceFile,
  context: KeywordContext,
): Promise<Denotation> {
  const { owners, session } = context;
  if (!owners.byKeyword)
    return { ...other("no parameter of the function, which takes none by this keyword"), byText: true };
  // From a use the server goes to the declaration itself, so that the edit needs no word of it.
  if (denotation.kind === "family") return { ...denotation, byText: true };
  if (token.call === null) return inHeader(owners);
  const locations = await session.definition(file.path, token.start);
  if (denotation.kind === "other") return doubtOther(token, denotation, locations, file, context);
  if (denotation.kind === "mixed") return denotation;
  const judged = await Promise.all(locations.map((l) => byFunction(token, l, file, context)));
  const kinds = new Set(judged.map((d) => d.kind));
  if (judged.length === 0) return byCallee(token, file, context);
  if (kinds.size === 1) return judged[0] ?? UNKNOWN;
  return (
    judged.find((d) => d.kind === "unknown") ?? { kind: "mixed", detail: "one of several functions takes it" }
  );
}

const UNKNOWN: Denotation = { kind: "unknown", detail: "what takes this keyword is not known" };

/** `class C(Base, name=1)` calls `__init_subclass__` of a base, or the metaclass. */
function inHeader({ functions }: ParameterOwners): Denotation {
  const takes = /^__(?:init_subclass|new|init|prepare|call)__$/;
  return functions.some((f) => takes.test(f.scope.name))
    ? { kind: "unknown", detail: "a keyword in the header of a class, which may be this parameter" }
    : other("a keyword in the header of a class");
}

/** The keyword is another function's parameter, and the function may all the same be the one that runs. */
async function doubtOther(
  { call }: KeywordToken,
  denotation: Denotation,
  locations: readonly Location[],
  file: SourceFile,
  { owners, passing, scan, session }: KeywordContext,
): Promise<Denotation> {
  const last = call?.last ?? null;
  if (last !== null && owners.names.has(last.name)) {
    const called = await session.definition(file.path, last.at);
    if (called.some((l) => owners.ownerAt(l) !== null))
      return {
        kind: "unknown",
        detail: "a decorator of the function takes the keyword under this name itself",
      };
  }
  // The keys of a function's **kwargs can have a class that declares them, and go on from there.
  const isField = locations.some((l) => !isParameter(l, scan, session));
  const called = isField && last !== null ? await session.definition(file.path, last.at) : [];
  if ((await Promise.all(called.map((l) => passing.reaches(l)))).includes(true)) return PASSED_ON;
  for (const location of locations) {
    // oxlint-disable-next-line no-await-in-loop
    if (owners.escapes && (await isCallProtocol(location, session))) return PROTOCOL;
  }
  return denotation;
}

const PASSED_ON: Denotation = {
  kind: "unknown",
  detail: "it is passed on by **kwargs, and can get to the parameter",
};

function isParameter(location: Location, scan: Scan, session: Session): boolean {
  const offset = session.offset(location);
  const tokens = scan.files.get(location.path ?? "")?.reading.tokens ?? [];
  return tokens.some((t) => t.start === offset && t.kind === "name" && t.binding === "parameter");
}

const PROTOCOL: Denotation = {
  kind: "unknown",
  detail: "a parameter of a call protocol, behind which the function can stand",
};

/** The place is in the `__call__` of a Protocol. */
async function isCallProtocol(location: Location, session: Session): Promise<boolean> {
  const file = location.path === null ? null : await session.load(location.path);
  if (file === null) return false;
  const before = file.text.slice(0, file.lines.offsetAt(location.range.end));
  const inside = before.slice(before.lastIndexOf("class "));
  return /\bdef\s+__call__\b[^]*$/.test(inside) && /^class\s[^\n]*\bProtocol\b/.test(inside);
}

/** The server goes to the function that takes the keyword, which has no parameter of that name that it knows of. */
async function byFunction(
  token: KeywordToken,
  location: Location,
  file: SourceFile,
  context: KeywordContext,
): Promise<Denotation> {
  const { owners, passing, session, grammar, target } = context;
  const owner = owners.ownerAt(location);
  if (owner !== null) {
    return owner.scope.signature?.keywords.has(target.name) === true
      ? { kind: "family", detail: "a keyword of the function", byText: true }
      : { kind: "unknown", detail: "a function of the family takes it by its **kwargs" };
  }
  if (!(await isDefinition(location, session))) return byCallee(token, file, context);
  if (location.path !== null) {
    const scope = await functionNamed(location, session, grammar, target.name);
    // Of the method that an object is called through the server gives the method alone.
    if (scope?.signature?.keywords.has(target.name) === true) {
      return owners.escapes && (await isCallProtocol(location, session))
        ? PROTOCOL
        : other(`a parameter of ${scope.name}`);
    }
    const { call } = token;
    const given = call === null ? "" : file.text.slice(call.argsStart, call.argsEnd);
    if (scope?.signature?.rest !== null && mentionsValue(owners.valueNames)(given))
      return { kind: "unknown", detail: "it is passed on together with what may be the function" };
    return (await passing.reaches(location))
      ? PASSED_ON
      : other("a function takes it by **kwargs that do not get to the parameter");
  }
  const name = (await session.textAt(location)) ?? "";
  const mentions = mentionsValue(owners.valueNames);
  const { text } = file;
  if (mentions(text.slice(token.call?.argsStart ?? 0, token.call?.argsEnd ?? 0)))
    return { kind: "unknown", detail: `it is given to ${name}, together with what may be the function` };
  if (/\bmock\b/.test(location.absolutePath) && [...owners.valueNames].some((n) => text.includes(n)))
    return { kind: "unknown", detail: "a mock takes it, which can stand for the function" };
  // What a library made of a function, as a cache or a partial application of it, is called through a method.
  if (name === "__call__" || name === "__get__") return byCallee(token, file, context);
  return other(`a keyword of ${name}, which is a library's and does not get the function`);
}

/** The server does not know what is called: the name in front of the bracket has to say it. */
async function byCallee(token: KeywordToken, file: SourceFile, context: KeywordContext): Promise<Denotation> {
  const { owners, session, grammar, tree, passing, target } = context;
  const { call } = token;
  const last = call?.last ?? null;
  const mentions = mentionsValue(owners.valueNames);
  if (call !== null && mentions(file.text.slice(call.argsStart, call.argsEnd)))
    return { kind: "unknown", detail: "it is passed on together with what may be the function" };
  if (call === null || last === null) {
    return owners.escapes
      ? UNKNOWN
      : other("what is called cannot be the function, which is no value anywhere");
  }
  const locations = await session.definition(file.path, last.at);
  if (locations.length > 0 && locations.every((l) => owners.ownerAt(l) !== null || owners.isOwnClass(l)))
    return { kind: "family", detail: "a keyword of the function, which a decorator wraps", byText: true };
  if (locations.length === 0 && isForeign(call, file.text, grammar, tree))
    return other(`a keyword of ${call.text}, which is not in this repository`);
  if (owners.names.has(last.name))
    return { kind: "unknown", detail: "the type of what is called is not known" };
  const defined = await Promise.all(locations.map((l) => isDefinition(l, session)));
  if (locations.length > 0 && defined.every(Boolean)) {
    for (const location of locations) {
      // oxlint-disable-next-line no-await-in-loop
      const scope =
        location.path === null ? null : await functionNamed(location, session, grammar, target.name);
      if (scope?.signature?.keywords.has(target.name) === true) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (location.path !== null && (await passing.reaches(location))) return UNKNOWN;
      if (location.path !== null && owners.escapes) return UNKNOWN;
    }
    return other(`a keyword of ${last.name}`);
  }
  return owners.escapes
    ? UNKNOWN
    : other("what is called cannot be the function, which is no value anywhere");
}

function other(detail: string): Denotation {
  return { kind: "other", detail };
}
