import type { Grammar, SyntaxNode } from "./grammar.ts";

/** The mapping that a key belongs to. */
export interface Holder {
  /** Offset of its last name, which the server knows the type of; null for a call and other expressions. */
  readonly at: number | null;
  /** For the value of a call: offset of the last name of what is called. */
  readonly callee: number | null;
  /** As it is written. */
  readonly text: string;
}

/** A string literal that stands where the key of a mapping can. */
export interface KeyPlace {
  /** Offsets of the literal, with its quotes, or of all adjacent ones. */
  readonly start: number;
  readonly end: number;
  readonly form: "subscript" | "literal" | "method" | "membership" | "pattern" | "getter";
  /** null where nothing in the text says which mapping it is. */
  readonly holder: Holder | null;
  /** A dictionary literal that is handed to a function: offset of the function's last name. */
  readonly callee: number | null;
}

/** Every literal of a source that stands where a key can and spells one of the given names. */
export function keyPlaces(grammar: Grammar, text: string, names: ReadonlySet<string>): readonly KeyPlace[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root
      .descendantsOfType("string")
      .filter((node) => node.parent?.type !== "concatenated_string" && names.has(contentOf(node)))
      .concat(parsed.root.descendantsOfType("concatenated_string").filter((n) => names.has(contentOf(n))))
      .flatMap((node) => placeOf(node) ?? []);
  } finally {
    parsed.free();
  }
}

function contentOf(node: SyntaxNode): string {
  return node
    .descendantsOfType("string_content")
    .map((c) => c.text)
    .join("");
}

const KEY_METHODS = /\.(?:get|pop|setdefault|__getitem__|__contains__|__setitem__|__delitem__)$/;
const GETTER = /(?:^|\.)itemgetter$/;

function placeOf(node: SyntaxNode): KeyPlace | null {
  const { startIndex: start, endIndex: end } = node;
  const place = (form: KeyPlace["form"], holder: SyntaxNode | null, callee: number | null = null) => ({
    start,
    end,
    form,
    holder: holder === null ? null : holderOf(holder),
    callee,
  });
  let outer = node;
  while (outer.parent?.type === "parenthesized_expression") outer = outer.parent;
  const { parent } = outer;
  if (parent === null) return null;
  if (parent.type === "subscript" && parent.childForFieldName("value")?.startIndex !== outer.startIndex)
    return place("subscript", parent.childForFieldName("value"));
  if (parent.type === "pair" && parent.childForFieldName("key")?.startIndex === outer.startIndex) {
    const { holder, callee } = aroundLiteral(parent.parent);
    return place("literal", holder, callee);
  }
  if (parent.type === "dict_pattern")
    return isKeyOf(outer, parent) ? place("pattern", subjectOf(parent)) : null;
  if (parent.type === "comparison_operator") {
    const operands = parent.namedChildren;
    const isIn = parent.children.some((c) => c.type === "in" || c.type === "not in");
    const first = operands.length === 2 && operands[0]?.startIndex === outer.startIndex;
    const container = operands[1] ?? null;
    const isMapping =
      container !== null && !/^(?:set|list|tuple|string|concatenated_string)$/.test(container.type);
    return first && isIn && isMapping ? place("membership", container) : null;
  }
  if (parent.type !== "argument_list") return null;
  const callee = parent.parent?.childForFieldName("function") ?? null;
  const args = parent.namedChildren.filter((c) => c.type !== "comment");
  if (callee === null) return null;
  if (GETTER.test(callee.text)) return place("getter", null);
  if (args[0]?.startIndex !== outer.startIndex || !KEY_METHODS.test(callee.text)) return null;
  return place("method", callee.childForFieldName("object"));
}

/** Keys and values take turns in a mapping pattern. */
function isKeyOf(node: SyntaxNode, pattern: SyntaxNode): boolean {
  const behind = pattern.children.find((c) => c.startIndex >= node.endIndex && c.type !== "comment");
  return behind?.type === ":";
}

/** What `match` looks at, when the pattern is the whole of a `case`, or one of its alternatives. */
function subjectOf(pattern: SyntaxNode): SyntaxNode | null {
  let node: SyntaxNode | null = pattern.parent;
  while (node !== null && /^(?:case_pattern|union_pattern|as_pattern|group_pattern)$/.test(node.type))
    node = node.parent;
  if (node?.type !== "case_clause") return null;
  while (node !== null && node.type !== "match_statement") node = node.parent;
  const subjects = node?.childrenForFieldName("subject") ?? [];
  return subjects.length === 1 ? (subjects[0] ?? null) : null;
}

/** What a dictionary literal, or the list that it stands in, is assigned to, compared with, or handed to. */
function aroundLiteral(literal: SyntaxNode | null): { holder: SyntaxNode | null; callee: number | null } {
  let node = literal;
  let direct = true;
  while (node?.parent && CONTAINERS.has(node.parent.type)) {
    node = node.parent;
    direct &&= node.type === "parenthesized_expression";
  }
  const parent = node?.parent ?? null;
  if (node === null || parent === null) return { holder: null, callee: null };
  if (parent.type === "assignment" || parent.type === "named_expression") {
    const left = parent.childForFieldName("left") ?? parent.childForFieldName("name");
    return { holder: left, callee: null };
  }
  if (parent.type === "comparison_operator" && parent.namedChildren.length === 2 && direct) {
    const at = node.startIndex;
    return { holder: parent.namedChildren.find((c) => c.startIndex !== at) ?? null, callee: null };
  }
  const list = parent.type === "keyword_argument" ? parent.parent : parent;
  const call = list?.type === "argument_list" ? list.parent : null;
  const callee = call?.childForFieldName("function") ?? null;
  if (callee === null) return { holder: null, callee: null };
  const updates = direct && callee.text.endsWith(".update");
  if (updates) return { holder: callee.childForFieldName("object"), callee: null };
  return { holder: null, callee: holderOf(callee).at };
}

const CONTAINERS: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "list",
  "tuple",
  "set",
  "pair",
  "dictionary",
  "conditional_expression",
  "boolean_operator",
]);

/** The expression as the server can be asked about it. */
export function holderOf(expression: SyntaxNode): Holder {
  let node: SyntaxNode = expression;
  while (node.type === "parenthesized_expression" && node.namedChildren.length === 1)
    node = node.namedChildren[0] ?? node;
  const called = node.type === "call" ? node.childForFieldName("function") : null;
  const callee = called === null ? null : lastName(called);
  return { at: lastName(node), callee, text: node.text };
}

function lastName(node: SyntaxNode): number | null {
  const last = node.type === "attribute" ? node.childForFieldName("attribute") : node;
  return last?.type === "identifier" ? last.startIndex : null;
}
