import type { SyntaxNode } from "./grammar.ts";

/** The names of the functions and classes that a node stands in, innermost first. */
export function namesAround(node: SyntaxNode): readonly string[] {
  const names: string[] = [];
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (/^(?:function|class)_definition$/.test(outer.type))
      names.push(outer.childForFieldName("name")?.text ?? "");
  }
  return names;
}
