import { calleeOf } from "./callee.ts";
import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Callee } from "./token.ts";
import type { WrittenKey } from "./written-keys.ts";
import { keywordKeys, literalKey, writtenKeys } from "./written-keys.ts";

/** Where a text passes dictionaries as keyword arguments. */
export interface KeywordFlows {
  readonly splats: readonly SplatCall[];
  readonly rests: readonly RestFunction[];
}

/** `f(**x)`. */
export interface SplatCall {
  /** Offset of the stars. */
  readonly at: number;
  readonly callee: Callee;
  /** The keys of `x`; null when the text does not spell all of them. */
  readonly keys: readonly WrittenKey[] | null;
  /** `x` is what the function around the call takes by its own `**x`, and nothing more. */
  readonly passesRest: boolean;
}

/** A function that takes any keywords by `**kwargs`. */
export interface RestFunction {
  readonly name: string;
  /** Offset of its name. */
  readonly nameAt: number;
  /** The calls that it passes them on to. */
  readonly passesTo: readonly Callee[];
  /** Keys that it reads from them, or puts among them. */
  readonly reads: readonly WrittenKey[];
  /** They are used in another way, so that they can get anywhere. */
  readonly leaks: boolean;
}

/** Whether a text can pass a dictionary on; a quick look. */
export function mayPassDictionary(text: string): boolean {
  return /\*\*\s*[\w({]/.test(text);
}

export function keywordFlows(grammar: Grammar, text: string): KeywordFlows {
  const parsed = grammar.parse(text);
  try {
    const functions = parsed.root.descendantsOfType("function_definition");
    return {
      splats: parsed.root.descendantsOfType("dictionary_splat").flatMap((n) => splatCall(text, n) ?? []),
      rests: functions.flatMap((node) => restFunction(text, node) ?? []),
    };
  } finally {
    parsed.free();
  }
}

function splatCall(text: string, node: SyntaxNode): SplatCall | null {
  const call = node.parent?.type === "argument_list" ? node.parent.parent : null;
  const callee = call?.type === "call" ? calleeOf(text, call) : null;
  const value = node.namedChildren[0] ?? null;
  // A dictionary that is made of others on the spot has them as splats of its own.
  if (callee === null || callee.text === "dict") return null;
  return { at: node.startIndex, callee, keys: writtenKeys(value), passesRest: isRest(value) };
}

/** The nearest function with a parameter of the name takes it by two stars. */
function isRest(value: SyntaxNode | null): boolean {
  if (value?.type === "dictionary") {
    const parts = value.namedChildren.filter((c) => c.type !== "comment");
    return parts.every((p) =>
      p.type === "dictionary_splat"
        ? isRest(p.namedChildren[0] ?? null)
        : literalKey(p.childForFieldName("key")) !== null,
    );
  }
  if (value?.type !== "identifier") return false;
  for (let outer = value.parent; outer !== null; outer = outer.parent) {
    if (outer.type !== "function_definition" && outer.type !== "lambda") continue;
    const parameters = outer.childForFieldName("parameters")?.namedChildren ?? [];
    if (parameters.some((p) => restName(p) === value.text)) return true;
    if (parameters.some((p) => p.text.replace(/[:=][^]*$/, "").trim() === value.text)) return false;
  }
  return false;
}

/** `kwargs` of `**kwargs` and `**kwargs: Any`. */
function restName(parameter: SyntaxNode): string | null {
  const pattern = parameter.type === "typed_parameter" ? parameter.namedChildren[0] : parameter;
  return pattern?.type === "dictionary_splat_pattern" ? (pattern.namedChildren[0]?.text ?? null) : null;
}

function restFunction(text: string, node: SyntaxNode): RestFunction | null {
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  const parameters = node.childForFieldName("parameters")?.namedChildren ?? [];
  const rest = parameters.map(restName).find((n) => n !== null);
  if (name === null || body === null || rest === undefined || rest === null) return null;
  const passesTo: Callee[] = [];
  const reads: WrittenKey[] = [];
  let leaks = false;
  for (const use of body.descendantsOfType("identifier")) {
    if (use.text !== rest || isNameOnly(use)) continue;
    const call = splatTarget(use);
    const callee = call === null ? null : calleeOf(text, call);
    const keys = callee === null ? readKeys(use) : [];
    if (callee !== null) passesTo.push(callee);
    if (keys === null) leaks = true;
    else reads.push(...keys);
  }
  return { name: name.text, nameAt: name.startIndex, passesTo, reads, leaks };
}

/** `kwargs` behind a dot, or in front of an equals sign of an argument. */
function isNameOnly(use: SyntaxNode): boolean {
  const { parent } = use;
  if (parent?.type === "attribute") return parent.childForFieldName("attribute")?.id === use.id;
  return parent?.type === "keyword_argument" && parent.childForFieldName("name")?.id === use.id;
}

/** The call that the dictionary is splatted into, by itself or within a dictionary display. */
function splatTarget(use: SyntaxNode): SyntaxNode | null {
  let splat = use.parent;
  while (splat?.type === "dictionary_splat" && splat.parent?.type === "dictionary")
    splat = splat.parent.parent;
  if (splat?.type !== "dictionary_splat" || splat.parent?.type !== "argument_list") return null;
  return splat.parent.parent?.type === "call" ? splat.parent.parent : null;
}

/** What takes a dictionary and keeps no key of it. */
const HARMLESS = /^(?:len|bool|repr|str|print|sorted|list|tuple|set|isinstance|any|all|iter)$/;

/** The keys that a use of the dictionary names; null when the use lets the dictionary go elsewhere. */
function readKeys(use: SyntaxNode): readonly WrittenKey[] | null {
  const { parent } = use;
  if (parent === null) return null;
  switch (parent.type) {
    case "subscript":
      return parent.childForFieldName("value")?.id === use.id
        ? [literalKey(parent.namedChildren[1])].filter((k) => k !== null)
        : null;
    case "comparison_operator":
      return parent.namedChildren.map(literalKey).filter((k) => k !== null);
    case "not_operator":
    case "if_statement":
    case "boolean_operator":
    case "for_statement":
      return [];
    case "argument_list":
      return HARMLESS.test(parent.parent?.childForFieldName("function")?.text ?? "") ? [] : null;
    case "attribute": {
      const args = parent.parent?.type === "call" ? parent.parent.childForFieldName("arguments") : null;
      const method = parent.childForFieldName("attribute")?.text ?? "";
      if (args === null) return null;
      if (/^(?:get|pop|setdefault)$/.test(method))
        return [literalKey(args.namedChildren[0])].filter((k) => k !== null);
      if (method === "update")
        return [...keywordKeys(args), ...args.namedChildren.flatMap((c) => writtenKeys(c) ?? [])];
      return /^(?:keys|values|clear|popitem)$/.test(method) ? [] : null;
    }
    default:
      return null;
  }
}
