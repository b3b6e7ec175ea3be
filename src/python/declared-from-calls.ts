import type { Grammar, SyntaxNode } from "./grammar.ts";
import { holderOf } from "./key-places.ts";

/** A place where a declaration gives a value its type, and the value comes from a call: `row: Row = json.loads(text)`. */
export interface DeclaredFromCall {
  /** Offset of the call. */
  readonly start: number;
  /** Offset of the last name of what is called; null when it is no plain name. */
  readonly callee: number | null;
  /** The variable that gets the value. */
  readonly variable: string | null;
  /** `cast(Row, value)` says itself that nobody checked. */
  readonly isCast: boolean;
}

/** All such places of a source at which the declaration names one of the classes. */
export function declaredFromCalls(
  grammar: Grammar,
  text: string,
  classes: ReadonlySet<string>,
): readonly DeclaredFromCall[] {
  const names = (node: SyntaxNode | null) =>
    node !== null &&
    (node.text.match(/[\p{XID_Start}_][\p{XID_Continue}]*/gu) ?? []).some((w) => classes.has(w));
  const parsed = grammar.parse(text);
  try {
    return parsed.root.descendantsOfType("call").flatMap((call): readonly DeclaredFromCall[] => {
      const callee = call.childForFieldName("function");
      if (callee === null) return [];
      const { holder, variable } = declarationAround(call);
      const at = { start: call.startIndex, callee: holderOf(callee).at, variable };
      const [type, value] = call.childForFieldName("arguments")?.namedChildren ?? [];
      if (/(?:^|\.)cast$/.test(callee.text) && names(type ?? null))
        return value === undefined || value.type === "dictionary" ? [] : [{ ...at, isCast: true }];
      return names(holder) ? [{ ...at, isCast: false }] : [];
    });
  } finally {
    parsed.free();
  }
}

/** The annotation that the value of a call has to fit, and the variable. */
function declarationAround(call: SyntaxNode): { holder: SyntaxNode | null; variable: string | null } {
  let node: SyntaxNode = call;
  while (node.parent !== null && /^(?:await|parenthesized_expression)$/.test(node.parent.type))
    node = node.parent;
  const { parent } = node;
  if (parent?.type === "assignment")
    return {
      holder: parent.childForFieldName("type"),
      variable: parent.childForFieldName("left")?.text ?? null,
    };
  if (parent?.type !== "return_statement") return { holder: null, variable: null };
  let outer: SyntaxNode | null = parent;
  while (outer !== null && outer.type !== "function_definition") outer = outer.parent;
  return { holder: outer?.childForFieldName("return_type") ?? null, variable: null };
}
