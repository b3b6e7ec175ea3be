import type { LineIndex } from "../model/line-index.ts";
import type { ResidueItem, ResidueReason } from "../model/residue-item.ts";
import type { Scope } from "../python/scope.ts";
import type { StringToken, Token } from "../python/token.ts";
import type { Denotation, ReadFile } from "./denotation.ts";
import { isHome, lookedUpOn } from "./denotation.ts";
import type { ResolvedTarget } from "./resolved-target.ts";

/** What is to be done about one written place. */
export type Classified =
  /** An edit rewrites it, rightly. */
  | { readonly kind: "rewritten" }
  /** No edit of the server rewrites it, and the text proves that it has to be: an engine's own edit. */
  | { readonly kind: "complete" }
  | { readonly kind: "residue"; readonly reason: ResidueReason; readonly detail: string };

export interface ClassifiedFile extends ReadFile {
  readonly lines: LineIndex;
}

/** Facts about the file and the class that decide what a string means. */
export interface StringFacts {
  /** The module-level variable of this name in the file is the symbol. */
  readonly exportsSymbol: boolean;
  /** Every whole literal of the name in the file goes into the export list. */
  readonly onlyExported: boolean;
  /** The symbol is a test fixture that is asked for by name. */
  readonly fixture: boolean;
  /** It is a key of a dictionary. */
  readonly isKey: boolean;
  /** The class that the string stands in may be related to the symbol's class. */
  readonly relatedClass: boolean;
}

/** Of what is no string, or where nothing is known. */
export const NO_STRING_FACTS: StringFacts = {
  exportsSymbol: false,
  onlyExported: false,
  fixture: false,
  isKey: false,
  relatedClass: false,
};

/** Candidates minus edits: what each written place of the name is, and why it stays when it stays. */
export function classify(
  token: Token,
  covered: boolean,
  denotation: Denotation,
  target: ResolvedTarget,
  file: ClassifiedFile,
  facts: StringFacts,
): Classified {
  if (file.reading.errorAt !== null && token.kind !== "comment" && !isPlainString(token)) {
    const { line } = file.lines.positionAt(file.reading.errorAt);
    return residue("unparseable", `the file does not parse at line ${line + 1}`);
  }
  if (denotation.isKept === true) return residue("other_symbol", denotation.detail);
  if (token.kind === "string") return classifyString(token, covered, denotation, target, file, facts);
  if (token.kind === "comment") {
    if (covered) return { kind: "rewritten" };
    if (token.typeComment && denotation.kind !== "other")
      return unresolved("a type comment that is not rewritten");
    return residue("comment", token.typeComment ? "a type comment about another symbol" : "a comment");
  }
  return classifyCode(covered, denotation);
}

function classifyCode(covered: boolean, denotation: Denotation): Classified {
  const { kind, detail } = denotation;
  if (covered) {
    if (kind === "other" && denotation.byText === true) return residue("other_symbol", detail);
    if (kind === "other") return unresolved(`the server would rewrite it, but it is ${detail}`);
    if (kind === "mixed") return unresolved(detail);
    return { kind: "rewritten" };
  }
  switch (kind) {
    case "family":
      if (denotation.byText === true) return { kind: "complete" };
      return unresolved("it denotes the symbol, and the server does not rewrite it");
    case "mixed":
    case "unknown":
      return unresolved(detail);
    case "other":
      return residue("other_symbol", detail);
  }
}

function classifyString(
  token: StringToken,
  covered: boolean,
  denotation: Denotation,
  target: ResolvedTarget,
  file: ReadFile,
  facts: StringFacts,
): Classified {
  // How a quoted name is looked up depends on who evaluates it: the server has the last word.
  if (covered) return { kind: "rewritten" };
  if (denotation.asKey === true) return classifyKey(token, denotation);
  switch (token.role) {
    case "docstring":
      return residue("docstring", "a docstring");
    case "type_argument":
      if (token.whole && denotation.kind === "family") return { kind: "complete" };
      if (denotation.kind === "other") return residue("other_symbol", denotation.detail);
      return unresolved("a quoted type that is not rewritten");
    case "annotation":
      if (denotation.kind === "other") return residue("other_symbol", denotation.detail);
      return unresolved("a quoted annotation that is not rewritten");
    case "export_list":
      if (target.member || target.kind === "parameter" || denotation.kind === "other")
        return residue("string_literal", "the export list of another module");
      if (facts.exportsSymbol && token.whole) return { kind: "complete" };
      return unresolved("an export list that names the symbol in a form that cannot be proved");
    case "slots":
    case "match_args":
      if (!target.member) break;
      if (isHome(target, file.path, token.scope) && token.whole) return { kind: "complete" };
      if (isHome(target, file.path, token.scope) || facts.relatedClass) {
        return unresolved("it names an attribute of a class that may be related");
      }
      break;
    case "type_call":
      if (target.member) return unresolved("a member of a class that is made by a call");
      break;
    case "own_name":
      if (token.whole && denotation.kind === "family") return { kind: "complete" };
      break;
    case "lazy_export":
      if (!target.member && target.kind !== "parameter")
        return unresolved("a string by which the module answers for missing attributes");
      break;
    case "plain":
    case "subscript":
      break;
  }
  return classifyPlain(token, denotation, target, file, facts);
}

/** Only a literal that is the name and nothing else has a place that can be rewritten. */
function classifyKey(token: StringToken, denotation: Denotation): Classified {
  if (denotation.kind !== "family" || token.whole) return classifyCode(false, denotation);
  return unresolved("the key is spelled by a literal that is not the plain name");
}

function classifyPlain(
  token: StringToken,
  denotation: Denotation,
  target: ResolvedTarget,
  file: ReadFile,
  facts: StringFacts,
): Classified {
  if (target.kind === "parameter") return stringResidue(token);
  if (lookedUpOn(token, target) !== null && denotation.kind === "family") return { kind: "complete" };
  if (!target.member && token.pickled) return unresolved("pickled data that finds the symbol by its name");
  if (target.member && facts.relatedClass) {
    return unresolved("a string among the names that a related class lists, which can be looked up by it");
  }
  if (target.member && token.whole && token.assignedTo !== null) {
    if (file.reading.slotsSources.has(token.assignedTo))
      return unresolved("a string that slots are made from");
  }
  if (!target.member && token.whole) {
    const exported = token.assignedTo !== null && file.reading.exportSources.has(token.assignedTo);
    if (exported && facts.exportsSymbol) {
      if (facts.onlyExported && !facts.isKey) return { kind: "complete" };
      return unresolved("a name that goes into the export list, and is used as a string elsewhere as well");
    }
    const owner = token.assignedTo ?? outermostName(token);
    if (owner !== null && file.reading.lazyExportSources.has(owner)) {
      return unresolved("a string by which the module answers for missing attributes");
    }
    if (facts.exportsSymbol && file.reading.buildsExportList) {
      return unresolved("a string in a module whose export list is not made of literals alone");
    }
  }
  if (facts.fixture && token.whole) return unresolved("a string that can ask for the fixture by name");
  return stringResidue(token);
}

function stringResidue({ whole }: StringToken): Classified {
  return residue("string_literal", whole ? "a string that is the name" : "a string that contains the name");
}

/** The function of the module that a token stands in. */
function outermostName(token: Token): string | null {
  let outermost: Scope | null = null;
  for (let scope: Scope | null = token.scope; scope !== null; scope = scope.parent) {
    if (scope.name !== "") outermost = scope;
  }
  return outermost?.kind === "function" ? outermost.name : null;
}

/** A string that is data, whatever becomes of the file around it. */
function isPlainString(token: Token): boolean {
  return token.kind === "string" && (token.role === "plain" || token.role === "docstring");
}

function unresolved(detail: string): Classified {
  return residue("unresolved", detail);
}

function residue(reason: ResidueReason, detail: string): Classified {
  return { kind: "residue", reason, detail };
}

/** The residue item for a token. */
export function residueItem(
  token: Token,
  file: ClassifiedFile,
  reason: ResidueReason,
  detail: string,
): ResidueItem {
  return residueAt(token.start, file, reason, detail);
}

/** A line for people: of one that no person has written only the start, since each place on it repeats it. */
export function shownLine(line: string): string {
  const text = line.trim();
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}…`;
}

const LONGEST_LINE = 1000;

/** The same for an offset (UTF-16 code units) at which no token is. */
export function residueAt(
  offset: number,
  file: Pick<ClassifiedFile, "path" | "lines">,
  reason: ResidueReason,
  detail: string,
): ResidueItem {
  const { line, character } = file.lines.positionAt(offset);
  return {
    path: file.path,
    line: line + 1,
    column: character + 1,
    text: shownLine(file.lines.lineText(line)),
    reason,
    detail,
  };
}
