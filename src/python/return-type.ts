import type { Grammar, SyntaxNode } from "./grammar.ts";

/** Offset of the last name of the type that the function whose name stands at an offset returns: `Row` in `-> m.Row`. */
export function returnType(grammar: Grammar, text: string, nameAt: number): number | null {
  const parsed = grammar.parse(text);
  try {
    const name = parsed.root.descendantForIndex(nameAt, nameAt + 1);
    const definition = name?.parent ?? null;
    if (definition?.type !== "function_definition") return null;
    // What an async function or a decorated one returns is not what a call of it gives.
    const isPlain =
      definition.children[0]?.type === "def" && definition.parent?.type !== "decorated_definition";
    const type = definition.childForFieldName("return_type")?.namedChildren[0] ?? null;
    return isPlain && type !== null ? lastName(type) : null;
  } finally {
    parsed.free();
  }
}

function lastName(type: SyntaxNode): number | null {
  const quoted =
    type.type === "string" ? type.namedChildren.find((c) => c.type === "string_content") : undefined;
  if (quoted !== undefined && /^\w+$/.test(quoted.text)) return quoted.startIndex;
  const last = type.type === "attribute" ? type.childForFieldName("attribute") : type;
  return last?.type === "identifier" ? last.startIndex : null;
}
