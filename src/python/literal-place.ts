import type { SyntaxNode } from "./grammar.ts";

/** What kind of place a literal stands in, for a person: what a reviewer asks first. */
export function literalPlace(node: SyntaxNode): string {
  const { parent } = node;
  if (parent === null) return STRING;
  if (parent.type === "concatenated_string") return "a part of a string in several pieces";
  if (parent.type === "expression_statement") return "a docstring";
  if (parent.type === "pair")
    return parent.childForFieldName("key")?.id === node.id ? "a dict key" : "a dict value";
  if (parent.type === "case_pattern") return "a case pattern";
  if (parent.type === "subscript" || parent.parent?.type === "generic_type" || parent.type === "type")
    return inLiteral(node)
      ? "a Literal type"
      : parent.type === "subscript"
        ? "a key in brackets"
        : "a quoted annotation";
  const call =
    parent.type === "argument_list"
      ? parent.parent
      : parent.type === "keyword_argument"
        ? parent.parent?.parent
        : null;
  if (call?.type === "call") return inCall(call);
  return STRING;
}

const STRING = "a string";

function inCall(call: SyntaxNode): string {
  const name = call.childForFieldName("function")?.text ?? "";
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (call.parent?.type === "decorator") return `an argument of the decorator ${shown(name)}`;
  if (/^(?:get|set|has|del)attr$/.test(last)) return `the name that ${last} looks up`;
  return `an argument of ${shown(name)}`;
}

/** Calls can have any expression in front. */
function shown(name: string): string {
  return /^[\p{XID_Continue}.]{1,60}$/u.test(name) ? name : "a call";
}

function inLiteral(node: SyntaxNode): boolean {
  for (let at = node.parent, up = 0; at !== null && up < 4; at = at.parent, up++) {
    const head = at.childForFieldName("value") ?? at.namedChildren[0];
    if (/^(?:subscript|generic_type)$/.test(at.type) && /(?:^|\.)Literal$/.test(head?.text ?? ""))
      return true;
  }
  return false;
}
