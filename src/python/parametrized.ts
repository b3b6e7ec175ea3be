import type { Grammar, SyntaxNode } from "./grammar.ts";

/**
 * The expressions that a decorator `@pytest.mark.parametrize(…)` passes for a parameter, as written; null when the decorator says
 * nothing of it, "open" when the text does not spell them. (pytest documentation, "How to parametrize fixtures and test functions".)
 */
export function parametrized(
  grammar: Grammar,
  decorator: string,
  parameter: string,
): readonly string[] | "open" | null {
  const parsed = grammar.parse(decorator);
  try {
    const call = parsed.root.namedChildren[0]?.namedChildren[0];
    if (call?.type !== "call") return null;
    if (!/(?:^|\.)parametrize$/.test(call.childForFieldName("function")?.text ?? "")) return null;
    return valuesOf(call.childForFieldName("arguments")?.namedChildren ?? [], parameter);
  } finally {
    parsed.free();
  }
}

function valuesOf(written: readonly SyntaxNode[], parameter: string): readonly string[] | "open" | null {
  const given = written.filter((a) => a.type !== "comment");
  const argument = (index: number, keyword: string): SyntaxNode | null => {
    const named = given.find((a) => a.childForFieldName("name")?.text === keyword);
    const value = named?.childForFieldName("value") ?? given[index];
    return value === undefined || value.type === "keyword_argument" ? null : value;
  };
  const listed = argument(0, "argnames");
  const names = listed === null ? null : namesIn(listed);
  if (listed === null || names === null) return "open";
  const index = names.indexOf(parameter);
  if (index === -1) return null;
  const isIndirect = given.length > 2 && argument(2, "indirect") !== null;
  const sets = argument(1, "argvalues");
  if (isIndirect || sets === null || !/^(?:list|tuple|set)$/.test(sets.type)) return "open";
  const isAlone = names.length === 1 && listed.type === "string";
  const values = elements(sets).map((set) => valueIn(set, index, isAlone));
  return values.length > 0 && values.every((value) => value !== null) ? values : "open";
}

function namesIn(node: SyntaxNode): readonly string[] | null {
  if (node.type === "string") return contentOf(node).split(",").map(trimmed).filter(Boolean);
  if (!/^(?:list|tuple)$/.test(node.type)) return null;
  const parts = elements(node);
  return parts.every((part) => part.type === "string") ? parts.map(contentOf) : null;
}

function valueIn(set: SyntaxNode, index: number, isAlone: boolean): string | null {
  const isCall = set.type === "call" && /(?:^|\.)param$/.test(set.childForFieldName("function")?.text ?? "");
  if (isCall) {
    const given = elements(set.childForFieldName("arguments"));
    return textOf(given.slice(0, index + 1), index);
  }
  if (isAlone) return textOf([set], 0);
  return /^(?:list|tuple)$/.test(set.type) ? textOf(elements(set).slice(0, index + 1), index) : null;
}

function textOf(nodes: readonly SyntaxNode[], index: number): string | null {
  const open = nodes.some((n) => /splat|keyword_argument|for_in_clause/.test(n.type));
  return open ? null : (nodes[index]?.text ?? null);
}

function elements(node: SyntaxNode | null): readonly SyntaxNode[] {
  return (node?.namedChildren ?? []).filter((child) => child.type !== "comment");
}

function contentOf(node: SyntaxNode): string {
  return node.namedChildren
    .filter((child) => child.type === "string_content")
    .map((child) => child.text)
    .join("");
}

function trimmed(text: string): string {
  return text.trim();
}
