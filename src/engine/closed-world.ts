import type { Token } from "../python/token.ts";
import { qualifiedName, resolveName } from "../python/scope.ts";
import type { Denotation } from "../residue/denotation.ts";
import { isHome } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { placeAt } from "./place-at.ts";
import type { ModuleValues } from "./module-values.ts";
import type { LanguageServer } from "./ports.ts";
import type { SourceFile } from "./source-file.ts";

/** The attributes of a member's name on objects of unknown type, and who else could have such an attribute. */
export interface ClosedWorld {
  /** Nothing visible but the family has the name, and the entry takes it on trust: what they denote then. */
  readonly denoted: Map<SourceFile, Denotations>;
  /** Those that the entry's policy decides. */
  readonly trusted: ReadonlyMap<SourceFile, readonly Token[]>;
  /** What the author of the plan can do about those that stay; "" where there are none. */
  readonly advice: string;
}

const TRUST: Denotation = {
  kind: "family",
  detail: "closed-world: nothing else that can be seen has an attribute of this name",
  byText: true,
};

export interface WorldContext {
  readonly server: LanguageServer;
  readonly modules: ModuleValues;
}

/** Carries out `unknown_receivers = "closed-world"`, or says what it would do. */
export async function closedWorld(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  { server, modules }: WorldContext,
): Promise<ClosedWorld> {
  const open = new Map<SourceFile, readonly Token[]>();
  for (const [file, denotations] of denoted) {
    const tokens = [...denotations.keys()].filter((t) => isUntyped(t, denotations));
    if (tokens.length > 0 && file.reading.errorAt === null) open.set(file, tokens);
  }
  const none = new Map<SourceFile, readonly Token[]>();
  if (!target.member || open.size === 0) return { denoted: new Map(denoted), trusted: none, advice: "" };
  const others = await otherDefinitions(target, denoted, open, modules);
  const libraries = others.length > 0 ? [] : await server.libraryMembers(target.name);
  const count = [...open.values()].flat().length;
  const unknown =
    count === 1
      ? "One of them is an attribute of an object whose type nothing tells"
      : `${count} of them are attributes of objects whose types nothing tells`;
  const [first] = [
    ...others,
    ...libraries.map(({ owner }) => `${owner}.${target.name} of the standard library`),
  ];
  if (first !== undefined) {
    const rest = others.length + libraries.length - 1;
    const more = rest === 0 ? "" : ` (and ${rest} more)`;
    const advice = `${unknown}; they may also be meant for ${first}${more}, so unknown_receivers = "closed-world" decides nothing here.`;
    return { denoted: new Map(denoted), trusted: none, advice };
  }
  if (target.target.unknownReceivers !== "closed-world") {
    const advice =
      `${unknown}. No other class of this repository or of the standard library has an attribute ${target.name}, so ` +
      'the line unknown_receivers = "closed-world" in this entry would rewrite them, on trust that no installed package and nothing made at run time has one.';
    return { denoted: new Map(denoted), trusted: none, advice };
  }
  const decided = new Map(denoted);
  for (const [file, tokens] of open) {
    const trusted = tokens.map((token) => [token, TRUST] as const);
    decided.set(file, new Map([...(denoted.get(file) ?? []), ...trusted]));
  }
  return { denoted: decided, trusted: open, advice: "" };
}

function isUntyped(token: Token, denotations: Denotations): boolean {
  const denotation = denotations.get(token);
  return token.kind === "attribute" && denotation?.kind === "unknown" && denotation.untyped === true;
}

/** What gives an attribute of the name to something that is not of the family, as places for a person. */
async function otherDefinitions(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  open: ReadonlyMap<SourceFile, readonly Token[]>,
  modules: ModuleValues,
): Promise<readonly string[]> {
  const found: string[] = [];
  const ofModules: string[] = [];
  const having = new Set<string>();
  for (const [file, denotations] of denoted) {
    for (const [token, denotation] of denotations) {
      if (denotation.kind === "family") continue;
      const { path, line } = placeAt(file, token.start);
      if (isOfModule(token)) {
        having.add(path);
        ofModules.push(`the ${token.name} of a module (${path}:${line})`);
      }
      const what = definedBy(token, denotation, target, file);
      if (what !== null) found.push(`${what} (${path}:${line})`);
    }
  }
  if (having.size === 0) return found;
  const mayBeModule = await modules.candidates(having, "by what is passed on");
  const isMet =
    mayBeModule === null ||
    [...open].some(([file, tokens]) =>
      tokens.some((t) => t.kind === "attribute" && t.receiver !== null && mayBeModule(file.path, t.receiver)),
    );
  return isMet ? [...found, ...ofModules] : found;
}

function isOfModule(token: Token): boolean {
  if (token.kind !== "name" || token.binding === null || token.binding === "delete") return false;
  return resolveName(token.scope, token.name).kind === "module";
}

/** Calls that make classes with the members that a string names. */
const MAKES_CLASS =
  /(?:namedtuple|NamedTuple|Enum|Flag|make_dataclass|make_class|type)\s*\([^()]*(?:\(+[^()]*)?$/;

function definedBy(
  token: Token,
  { kind, detail }: Denotation,
  target: ResolvedTarget,
  file: SourceFile,
): string | null {
  const before = file.text.slice(Math.max(0, token.start - 200), token.start);
  switch (token.kind) {
    case "name": {
      if (token.binding === null || token.binding === "delete") return null;
      const scope = resolveName(token.scope, token.name);
      if (isHome(target, file.path, scope)) return null;
      return scope.kind === "class" ? `${qualifiedName(scope)}.${token.name}` : null;
    }
    case "attribute":
      // On an object of unknown type it is one of those that are to be decided.
      if (!token.store || token.selfClass === null) return null;
      return `${qualifiedName(token.selfClass)}.${token.name}`;
    case "keyword":
      // Only of a parameter the server knows where it is declared.
      return kind === "other" && detail.startsWith("defined at")
        ? null
        : "something that takes the name as a keyword";
    case "string": {
      if (token.role === "slots" && isHome(target, file.path, token.scope)) return null;
      if (token.role === "type_call" || token.role === "slots" || MAKES_CLASS.test(before))
        return "a class that is made with the name";
      if (/\bsetattr\s*\([^()]*$/.test(before)) return "an object that setattr gives it to";
      if (/--?$/.test(before)) return "an option of this name";
      // By such a string an object can be given the attribute: a key, an argument's name, a column.
      return token.whole && token.role !== "docstring" ? "something that has this name in a string" : null;
    }
    case "comment":
    case "import_source":
    case "module_path":
    case "pattern_keyword":
      return null;
  }
}
