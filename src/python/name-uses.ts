import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Span } from "./import-statements.ts";

/** The arguments of a call, those behind a `*` left out. Offsets in UTF-16 code units. */
export interface GivenArguments {
  readonly positional: readonly Span[];
  readonly keywords: ReadonlyMap<string, Span>;
  /** Some come out of a sequence or a dictionary. */
  readonly splat: boolean;
}

/** A call of something by a name: `name(…)`, `x.name(…)`. */
export interface NamedCall extends GivenArguments {
  /** Where the name stands. */
  readonly at: number;
  /** What stands in front of the dot, as written; null without one. */
  readonly receiver: string | null;
}

export interface NamedValue {
  readonly at: number;
  /** A class that stands there makes no instance: in an annotation, among bases, in `isinstance`, in front of a dot. */
  readonly makesNothing: boolean;
}

/** What a text does with a name besides defining and importing it. */
export interface NameUses {
  readonly calls: readonly NamedCall[];
  /** Where it is a value, or gets another one or another name. */
  readonly values: readonly NamedValue[];
  /** A string, other than in `__all__` and in a type, is the name or a path that ends with it. */
  readonly isString: boolean;
}

export function nameUses(grammar: Grammar, text: string, name: string): NameUses {
  const parsed = grammar.parse(text);
  try {
    const calls: NamedCall[] = [];
    const values: NamedValue[] = [];
    for (const node of parsed.root.descendantsOfType("identifier")) {
      if (node.text !== name || isBinding(node)) continue;
      const isAttribute =
        node.parent?.type === "attribute" && isField(node.parent, "attribute", node) ? node.parent : null;
      const whole = isAttribute ?? node;
      const call = whole.parent;
      if (call?.type === "call" && isField(call, "function", whole)) {
        const receiver = isAttribute?.childForFieldName("object")?.text ?? null;
        calls.push({ at: node.startIndex, receiver, ...argumentsOf(call) });
      } else values.push({ at: node.startIndex, makesNothing: makesNothing(whole) });
    }
    const isString = parsed.root
      .descendantsOfType("string_content")
      .some((s) => isPathTo(name, s.text) && !isExport(s) && !isInType(s));
    return { calls, values, isString };
  } finally {
    parsed.free();
  }
}

function isPathTo(name: string, text: string): boolean {
  return text.endsWith(name) && /^(?:[\w.]+[.:])?$/.test(text.slice(0, -name.length));
}

function makesNothing(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent?.type === "attribute" || isInType(node)) return true;
  const list = parent?.type === "tuple" ? parent.parent : parent;
  if (parent?.type === "except_clause" || list?.type === "except_clause") return true;
  if (list?.type !== "argument_list") return false;
  if (list.parent?.type === "class_definition") return true;
  return /^(?:isinstance|issubclass)$/.test(list.parent?.childForFieldName("function")?.text ?? "");
}

/** In an annotation. */
function isInType(node: SyntaxNode): boolean {
  for (let outer: SyntaxNode | null = node; outer !== null; outer = outer.parent) {
    if (outer.type === "type") return true;
    if (/_statement$|_definition$|^call$|^block$/.test(outer.type)) return false;
  }
  return false;
}

function isField(node: SyntaxNode, field: string, child: SyntaxNode): boolean {
  return node.childForFieldName(field)?.startIndex === child.startIndex;
}

/** The name of a definition, of a parameter or of a keyword, or of what is imported. */
function isBinding(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (
    /^(?:function_definition|class_definition|keyword_argument|default_parameter|typed_default_parameter)$/.test(
      parent.type,
    )
  )
    return isField(parent, "name", node);
  if (/^(?:parameters|lambda_parameters|typed_parameter)$/.test(parent.type)) return true;
  if (parent.type !== "dotted_name") return false;
  return parent.parent?.type.startsWith("import") === true;
}

function argumentsOf(call: SyntaxNode): GivenArguments {
  const positional: Span[] = [];
  const keywords = new Map<string, Span>();
  let splat = false;
  const given = call.childForFieldName("arguments");
  // `f(x for x in y)` has a generator for its arguments.
  if (given?.type !== "argument_list") return { positional, keywords, splat: true };
  for (const argument of given.namedChildren) {
    if (argument.type === "comment") continue;
    if (/splat/.test(argument.type)) splat = true;
    else if (argument.type === "keyword_argument") {
      const value = argument.childForFieldName("value");
      if (value !== null) keywords.set(argument.childForFieldName("name")?.text ?? "", spanOf(value));
    } else if (!splat) positional.push(spanOf(argument));
  }
  return { positional, keywords, splat };
}

function spanOf(node: SyntaxNode): Span {
  return { start: node.startIndex, end: node.endIndex };
}

function isExport(node: SyntaxNode): boolean {
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (outer.type.endsWith("assignment")) return outer.childForFieldName("left")?.text === "__all__";
    if (/_statement$|_definition$/.test(outer.type) && outer.type !== "expression_statement") return false;
  }
  return false;
}
