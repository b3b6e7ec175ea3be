import type { SyntaxNode } from "./grammar.ts";

/** A key of a dictionary that the text spells, and the span of the literal or keyword that spells it. */
export interface WrittenKey {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Every key that a dictionary expression can have, when the text spells all of them; null when it does not. */
export function writtenKeys(node: SyntaxNode | null): readonly WrittenKey[] | null {
  if (node === null) return null;
  switch (node.type) {
    case "dictionary":
      return together(node.namedChildren.filter((c) => c.type !== "comment").map(entryKeys));
    case "call":
      return callKeys(node);
    case "parenthesized_expression":
      return writtenKeys(node.namedChildren[0] ?? null);
    case "conditional_expression":
      return together([node.namedChildren[0], node.namedChildren[2]].map((n) => writtenKeys(n ?? null)));
    case "boolean_operator":
      return together(node.namedChildren.map(writtenKeys));
    case "binary_operator":
      return node.childForFieldName("operator")?.text === "|"
        ? together(node.namedChildren.map(writtenKeys))
        : null;
    case "none":
      return [];
    case "identifier":
      return variableKeys(node);
    default:
      return null;
  }
}

/** A string literal of one piece and without escapes, as a key. */
export function literalKey(node: SyntaxNode | null | undefined): WrittenKey | null {
  const match = /^[rRuU]?(["'])([\p{XID_Continue}]*)\1$/u.exec(node?.type === "string" ? node.text : "");
  if (node === null || node === undefined || match === null) return null;
  return { name: (match[2] ?? "").normalize("NFKC"), start: node.startIndex, end: node.endIndex };
}

/** The keywords of a call, as keys. */
export function keywordKeys(args: SyntaxNode | null): readonly WrittenKey[] {
  return (args?.namedChildren ?? []).flatMap((c) => {
    const name = c.type === "keyword_argument" ? c.childForFieldName("name") : null;
    return name === null
      ? []
      : [{ name: name.text.normalize("NFKC"), start: name.startIndex, end: name.endIndex }];
  });
}

type Keys = readonly WrittenKey[] | null;

function together(parts: readonly Keys[]): Keys {
  const all: WrittenKey[] = [];
  for (const part of parts) {
    if (part === null) return null;
    all.push(...part);
  }
  return all;
}

/** The keys of an entry of a dictionary display. */
export function entryKeys(entry: SyntaxNode): readonly WrittenKey[] | null {
  if (entry.type === "dictionary_splat") return writtenKeys(entry.namedChildren[0] ?? null);
  const key = entry.type === "pair" ? entry.childForFieldName("key") : null;
  if (key === null) return null;
  const literal = literalKey(key);
  if (literal !== null) return [literal];
  // A string with more than a word in it is a key that no parameter has.
  return key.type === "string" && !key.text.startsWith("f") && !key.text.includes("{") ? [] : null;
}

function callKeys(call: SyntaxNode): Keys {
  const callee = call.childForFieldName("function")?.text ?? "";
  const args = call.childForFieldName("arguments");
  if (!/^(?:dict|OrderedDict|collections\.OrderedDict)$/.test(callee) || args === null) return null;
  const rest = args.namedChildren.filter((c) => c.type !== "keyword_argument" && c.type !== "comment");
  const others = rest.map((c) =>
    writtenKeys(c.type === "dictionary_splat" ? (c.namedChildren[0] ?? null) : c),
  );
  return together([keywordKeys(args), ...others]);
}

/** Each use of the variable in its function is one that gives it no keys but written ones. */
function variableKeys(name: SyntaxNode): Keys {
  const around = enclosing(name);
  const parameters = around.childForFieldName("parameters");
  if (parameters?.descendantsOfType("identifier").some((n) => n.text === name.text) === true) return null;
  const uses = around.descendantsOfType("identifier").filter((n) => n.text === name.text);
  const assigned = uses.some((n) => n.parent?.type === "assignment" && isField(n, "left"));
  if (!assigned || uses.some((n) => enclosing(n).id !== around.id)) return null;
  return together(uses.map((n) => (n.id === name.id ? [] : keysByUse(n))));
}

function keysByUse(use: SyntaxNode): Keys {
  const { parent } = use;
  if (parent === null) return null;
  switch (parent.type) {
    case "assignment": {
      const right = parent.childForFieldName("right");
      return isField(use, "left") && right?.type !== "identifier" ? writtenKeys(right) : null;
    }
    case "dictionary_splat":
    case "comparison_operator":
    case "if_statement":
    case "not_operator":
      return [];
    case "subscript": {
      const key = literalKey(parent.namedChildren[1]);
      return isField(use, "value") && key !== null ? [key] : null;
    }
    case "attribute":
      return keysByMethod(parent);
    default:
      return null;
  }
}

function keysByMethod(attribute: SyntaxNode): Keys {
  const call = attribute.parent?.type === "call" ? attribute.parent : null;
  const args = call?.childForFieldName("arguments") ?? null;
  if (args === null) return null;
  switch (attribute.childForFieldName("attribute")?.text ?? "") {
    case "get":
    case "pop":
      return [];
    case "setdefault": {
      const key = literalKey(args.namedChildren[0]);
      return key === null ? null : [key];
    }
    case "update":
      return together([
        keywordKeys(args),
        ...args.namedChildren.filter((c) => c.type !== "keyword_argument").map(writtenKeys),
      ]);
    default:
      return null;
  }
}

function isField(node: SyntaxNode, field: string): boolean {
  return node.parent?.childForFieldName(field)?.id === node.id;
}

/** The function, or the module, that a place is in. */
function enclosing(node: SyntaxNode): SyntaxNode {
  let outer = node;
  while (outer.parent !== null) {
    outer = outer.parent;
    if (outer.type === "function_definition" || outer.type === "lambda") break;
  }
  return outer;
}
