import { calleeOf } from "./callee.ts";
import type { Grammar, SyntaxNode } from "./grammar.ts";
import { namesAround } from "./names-around.ts";
import type { Callee } from "./token.ts";
import type { WrittenKey } from "./written-keys.ts";
import { entryKeys, keywordKeys, literalKey, writtenKeys } from "./written-keys.ts";

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
  /** `g(kwargs=x)`: what `g` gets besides is called with them. */
  readonly handedOver: boolean;
}

/** A function that takes any keywords by `**kwargs`. */
export interface RestFunction {
  readonly name: string;
  /** Offset of its name. */
  readonly nameAt: number;
  /** The functions and classes around it. */
  readonly within: readonly string[];
  /** The calls that it passes them on to. */
  readonly passesTo: readonly Callee[];
  /** Keys that it reads from them, or puts among them. */
  readonly reads: readonly WrittenKey[];
}

/** Whether a text can pass a dictionary on; a quick look. */
export function mayPassDictionary(text: string): boolean {
  return /\*\*\s*[\w({]|\b(?:kwargs|kwds|keywords)\s*=/.test(text);
}

export function keywordFlows(grammar: Grammar, text: string): KeywordFlows {
  const parsed = grammar.parse(text);
  try {
    const functions = parsed.root.descendantsOfType("function_definition");
    return {
      splats: [
        ...parsed.root.descendantsOfType("dictionary_splat").flatMap((n) => splatCall(text, n) ?? []),
        ...parsed.root.descendantsOfType("keyword_argument").flatMap((n) => handedOver(text, n) ?? []),
      ],
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
  if (callee === null) return null;
  const at = node.startIndex;
  if (value?.type !== "dictionary")
    return { at, callee, keys: writtenKeys(value), passesRest: isRest(value), handedOver: false };
  // What a function takes itself can be mixed with keys that are written.
  const parts = value.namedChildren.filter((c) => c.type !== "comment");
  const rests = parts.filter((p) => p.type === "dictionary_splat" && isRest(p.namedChildren[0] ?? null));
  const others = parts.filter((p) => !rests.includes(p)).map(entryKeys);
  const keys = others.every((k) => k !== null) ? others.flat() : null;
  return { at, callee, keys, passesRest: false, handedOver: false };
}

/** `Thread(target=f, kwargs=x)`, `f.apply_async(kwargs=x)`. */
function handedOver(text: string, node: SyntaxNode): SplatCall | null {
  const call = node.parent?.parent ?? null;
  const value = node.childForFieldName("value");
  if (!/^(?:kwargs|kwds|keywords)$/.test(node.childForFieldName("name")?.text ?? "")) return null;
  const callee = call?.type === "call" ? calleeOf(text, call) : null;
  if (callee === null || value === null) return null;
  return {
    at: value.startIndex,
    callee,
    keys: writtenKeys(value),
    passesRest: isRest(value),
    handedOver: true,
  };
}

/** The nearest function with a parameter of the name takes it by two stars. */
function isRest(value: SyntaxNode | null): boolean {
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
  for (const use of body.descendantsOfType("identifier")) {
    if (use.text !== rest || isNameOnly(use)) continue;
    const call = splatTarget(use);
    const callee = call === null ? null : calleeOf(text, call);
    const keys = callee === null ? readKeys(use) : [];
    if (callee !== null) passesTo.push(callee);
    reads.push(...keys);
  }
  return { name: name.text, nameAt: name.startIndex, within: namesAround(node), passesTo, reads };
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

/** The keys that a use of the dictionary names. */
function readKeys(use: SyntaxNode): readonly WrittenKey[] {
  const { parent } = use;
  if (parent?.type === "comparison_operator") return keysAmong(parent.namedChildren);
  if (parent?.type === "subscript" && parent.childForFieldName("value")?.id === use.id)
    return keysAmong(parent.namedChildren.slice(1, 2));
  const args = parent?.type === "attribute" ? (parent.parent?.childForFieldName("arguments") ?? null) : null;
  if (args === null) return [];
  const method = parent?.childForFieldName("attribute")?.text ?? "";
  if (/^(?:get|pop|setdefault)$/.test(method)) return keysAmong(args.namedChildren.slice(0, 1));
  if (method !== "update") return [];
  return [...keywordKeys(args), ...args.namedChildren.flatMap((c) => writtenKeys(c) ?? [])];
}

function keysAmong(nodes: readonly SyntaxNode[]): readonly WrittenKey[] {
  return nodes.map(literalKey).filter((key) => key !== null);
}
