import { isMangled } from "../model/identifier.ts";
import type { ModuleReading } from "../python/reading.ts";
import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { NameToken, Reflected, StringToken, Token } from "../python/token.ts";
import type { ResolvedTarget } from "./resolved-target.ts";

/** What a written place means, with respect to one symbol. `detail` says how that is known, for a person. */
export interface Denotation {
  /**
   * - `family`: the symbol.
   * - `other`: proved to be something else.
   * - `mixed`: the symbol on one path and something else on another.
   * - `unknown`: nothing is proved.
   */
  readonly kind: "family" | "other" | "mixed" | "unknown";
  readonly detail: string;
  /** Scoping and imports as they are written decide, whatever the server sees (as in unreachable code). */
  readonly byText?: boolean;
  /** The server knows nothing of the object in front of the dot. */
  readonly untyped?: boolean;
  /** It is the symbol if a parameter without annotation is what its default is, or what it is above. */
  readonly asDefault?: boolean;
  /** A public name that the entry keeps, whatever the server would rewrite. */
  readonly isKept?: boolean;
  /** It is a string that stands where the key of a mapping can: the target is a key of a TypedDict, or a field. */
  readonly asKey?: boolean;
}

/** What the text alone proves, or that the server has to be asked. */
export type LexicalDenotation = Denotation | { readonly kind: "ask" };

/** The answers of the server, by the token that was asked about. */
export type Answers = ReadonlyMap<Token, Denotation>;

export interface ReadFile {
  readonly path: string;
  readonly reading: ModuleReading;
}

const ASK = { kind: "ask" } as const;

/**
 * What Python's grammar and scoping rules prove about a token: a bare name is a variable of one scope, a keyword names
 * a parameter, a path names modules. `answers` may lack tokens that have not been asked about yet.
 */
export function lexicalDenotation(
  token: Token,
  target: ResolvedTarget,
  file: ReadFile,
  answers: Answers,
): LexicalDenotation {
  if (target.kind === "parameter") return parameterDenotation(token, target, file);
  switch (token.kind) {
    case "name":
      return denoteName(token, target, file, answers);
    case "attribute":
      if (target.member && isMangled(target.name) && !inClassOf(token.scope, target)) {
        return other("a private name of another class");
      }
      return ASK;
    case "keyword":
      if (makesNames(token.assignedTo, file))
        return { kind: "unknown", detail: "a key that exports are made from" };
      // A constructor can be made for the class, and keywords can be stored as attributes.
      return target.member ? ASK : other("a keyword argument, which names a parameter");
    case "pattern_keyword":
      return target.member ? ASK : other("an attribute in a class pattern");
    case "import_source":
      return target.member ? other("a name that a module exports") : ASK;
    case "module_path":
      return other("a part of a module's path");
    case "string": {
      const on = lookedUpOn(token, target);
      if (on !== null) return denoteReflected(on, target, file);
      return token.afterDot ? ASK : denoteName(token, target, file, answers);
    }
    case "comment":
      return denoteName(token, target, file, answers);
  }
}

/** The statement assigns to something that the module's exports are made from. */
function makesNames(assignedTo: string | null, { reading }: ReadFile): boolean {
  return (
    assignedTo !== null &&
    (reading.exportSources.has(assignedTo) || reading.lazyExportSources.has(assignedTo))
  );
}

/** A name that is looked up by a string, on something that is known from the text: this module, or `self`. */
function denoteReflected(on: Reflected, target: ResolvedTarget, { path }: ReadFile): LexicalDenotation {
  const family = { kind: "family", detail: "looked up by name", byText: true } as const;
  const homes = target.homes.filter((home) => home.path === path);
  if (on.kind === "globals") return homes.some((h) => h.scope.kind === "module") ? family : NOT_KNOWN;
  if (on.kind === "module") return !target.member && on.name === target.target.module ? family : NOT_KNOWN;
  if (on.selfClass !== null) return homes.some((h) => h.scope === on.selfClass) ? family : NOT_KNOWN;
  return ASK;
}

/** What the symbol would be looked up on by the string; `x["name"]` does that to the members of an Enum alone. */
export function lookedUpOn(token: StringToken, target: ResolvedTarget): Reflected | null {
  const { reflects } = token;
  return reflects?.kind === "object" && reflects.bySubscript && !isEnum(target) ? null : reflects;
}

/** A class whose members are looked up by `Class["name"]`. */
function isEnum({ homes }: ResolvedTarget): boolean {
  return homes.some(({ scope }) =>
    scope.header?.bases.some((base) => /(^|\.)(Enum|IntEnum|StrEnum|Flag|IntFlag)$/.test(base.dotted ?? "")),
  );
}

const NOT_KNOWN = { kind: "unknown", detail: "looked up by name on something else" } as const;

export function isHome(target: ResolvedTarget, path: string, scope: Scope): boolean {
  return target.homes.some((home) => home.path === path && home.scope === scope);
}

/** A parameter is a variable of its function; from outside only the keyword of a call names it. */
function parameterDenotation(token: Token, target: ResolvedTarget, { path }: ReadFile): LexicalDenotation {
  if (token.kind === "keyword") return ASK;
  const isName =
    token.kind === "name" || token.kind === "comment" || (token.kind === "string" && !token.afterDot);
  if (!isName) return other("a name behind a dot or of a module, not a parameter");
  const variable = resolveName(token.scope, token.name);
  if (readsInClassBody(token, variable)) return ASK;
  return isHome(target, path, variable)
    ? { kind: "family", detail: "the parameter itself", byText: true }
    : other("a name of another scope");
}

function denoteName(
  token: Token,
  target: ResolvedTarget,
  file: ReadFile,
  answers: Answers,
): LexicalDenotation {
  const variable = resolveName(token.scope, token.name);
  if (readsInClassBody(token, variable)) return ASK;
  if (isHome(target, file.path, variable)) {
    const binding = token.kind === "name" ? token.binding : null;
    if (binding === "import_from") return answers.has(token) ? importInHome(answers.get(token)) : ASK;
    if (binding === "import_module") return importInHome(undefined);
    return { kind: "family", detail: "the symbol itself", byText: true };
  }
  const bindings = bindingsOf(token.name, variable, file);
  if (target.member) {
    return other(
      variable.kind === "class" ? `a name of class ${variable.name}` : "a variable, not an attribute",
    );
  }
  // A star import may bind the name as well, before or behind the other bindings.
  if (variable.parent === null && file.reading.starImports.length > 0) return ASK;
  const imports = bindings.filter((t) => t.binding === "import_from");
  if (bindings.length === 0)
    return variable.bound.has(token.name) ? other("a global variable of this file") : ASK;
  if (imports.length === 0) return other(variableDetail(variable, bindings));
  if (imports.some((t) => t === token)) return ASK;
  return combine(imports, imports.length < bindings.length, answers);
}

/** An import that binds the symbol's own variable has to import the symbol; another name would need an alias. */
function importInHome(answer: Denotation | undefined): Denotation {
  if (answer?.kind === "family") return answer;
  return { kind: "unknown", detail: "imports the name from another module, so a rename would need an alias" };
}

/** In a class body a name that the class binds means the class's own or an outer one, as the flow has it. */
function readsInClassBody(token: Token, variable: Scope): boolean {
  return (
    token.kind === "name" && token.binding === null && variable.kind === "class" && variable === token.scope
  );
}

function bindingsOf(name: string, variable: Scope, file: ReadFile): readonly NameToken[] {
  return file.reading.tokens.filter(
    (t): t is NameToken =>
      t.kind === "name" && t.name === name && t.binding !== null && resolveName(t.scope, name) === variable,
  );
}

/** A variable that imports bind means what they import; with another binding beside them it means both. */
function combine(imports: readonly NameToken[], otherBindings: boolean, answers: Answers): LexicalDenotation {
  const kinds = new Set<Denotation["kind"]>();
  let byText = true;
  for (const token of imports) {
    const answer = answers.get(token);
    if (answer === undefined) return ASK;
    kinds.add(answer.kind);
    byText &&= answer.byText === true;
  }
  if (kinds.size === 1 && kinds.has("other")) return other("a variable that is imported from elsewhere");
  if (kinds.size === 1 && kinds.has("family") && !otherBindings) {
    return { kind: "family", detail: "imported", byText };
  }
  if (kinds.has("family")) {
    return { kind: "mixed", detail: "the same variable is bound to something else as well" };
  }
  return { kind: "unknown", detail: "an import of this name cannot be resolved" };
}

function inClassOf(scope: Scope, target: ResolvedTarget): boolean {
  let nearest: Scope | null = scope;
  while (nearest !== null && nearest.kind !== "class") nearest = nearest.parent;
  return nearest !== null && target.homes.some((home) => home.scope === nearest);
}

function variableDetail(variable: Scope, bindings: readonly NameToken[]): string {
  const binding = bindings[0]?.binding;
  if (binding === "parameter") return "a parameter";
  if (binding === "import_as" || binding === "import_module")
    return "a name that an import in this file binds";
  if (variable.kind === "module") return "a symbol of this file";
  return variable.kind === "class" ? `a name of class ${variable.name}` : "a local variable";
}

function other(detail: string): Denotation {
  return { kind: "other", detail };
}
