import type { Grammar, SyntaxNode } from "./grammar.ts";

/** Where a text keeps something of a name as a value, so that it may be called later by another name. */
export interface KeptValues {
  /** Offsets of the names: in a collection, assigned, returned, or an argument. */
  readonly offsets: readonly number[];
  /** The last names of the decorators of functions and classes that bear one of the names. */
  readonly decorators: readonly string[];
}

export function keptValues(grammar: Grammar, text: string, names: ReadonlySet<string>): KeptValues {
  const parsed = grammar.parse(text);
  try {
    const found = parsed.root.descendantsOfType("identifier").filter((n) => names.has(n.text));
    return {
      offsets: found.filter((n) => isKept(outermost(n))).map((n) => n.startIndex),
      decorators: found.flatMap(decoratorsOf),
    };
  } finally {
    parsed.free();
  }
}

/** `a.b.name` for the last name in it. */
function outermost(name: SyntaxNode): SyntaxNode {
  const { parent } = name;
  return parent?.type === "attribute" && parent.childForFieldName("attribute")?.id === name.id
    ? parent
    : name;
}

const GROUPS: ReadonlySet<string> = new Set([
  "list",
  "tuple",
  "set",
  "pair",
  "dictionary",
  "expression_list",
  "parenthesized_expression",
  "conditional_expression",
  "boolean_operator",
]);
const ASKS_FOR_TYPE = /^(?:isinstance|issubclass|(?:\w+\.)*(?:cast|suppress|raises|assertRaises|super))$/;

function isKept(value: SyntaxNode): boolean {
  let node = value;
  let { parent } = node;
  while (parent !== null && GROUPS.has(parent.type)) {
    if (parent.type === "pair" && parent.childForFieldName("key")?.id === node.id) return false;
    node = parent;
    ({ parent } = node);
  }
  if (parent === null) return false;
  switch (parent.type) {
    case "argument_list": {
      const call = parent.parent;
      return call?.type === "call" && !ASKS_FOR_TYPE.test(call.childForFieldName("function")?.text ?? "");
    }
    case "keyword_argument":
    case "default_parameter":
    case "typed_default_parameter":
      return parent.childForFieldName("value")?.id === node.id;
    case "assignment":
      return parent.childForFieldName("right")?.id === node.id;
    case "for_statement":
    case "for_in_clause":
      return parent.childForFieldName("right")?.id === node.id;
    case "return_statement":
    case "yield":
    case "lambda":
      return true;
    default:
      return false;
  }
}

function decoratorsOf(name: SyntaxNode): readonly string[] {
  const definition = name.parent;
  if (definition?.childForFieldName("name")?.id !== name.id) return [];
  const decorated = definition.parent?.type === "decorated_definition" ? definition.parent : null;
  return (decorated?.namedChildren ?? [])
    .filter((c) => c.type === "decorator")
    .map((d) => /^@\s*(?:\w+\.)*(\w+)/.exec(d.text)?.[1] ?? "");
}
