import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Span } from "./import-statements.ts";

export interface Parameter {
  readonly name: string;
  readonly annotated: boolean;
  /** It takes what is left: `*args`, `**kwargs`. */
  readonly isRest: boolean;
  readonly isKeywordOnly: boolean;
  readonly default: Span | null;
}

/** A function as its header tells it. Offsets in UTF-16 code units. */
export interface FunctionHeading {
  readonly name: string;
  readonly nameAt: number;
  readonly start: number;
  readonly end: number;
  /** Where its first statement starts. */
  readonly bodyAt: number;
  readonly parameters: readonly Parameter[];
  /** As written, without the `@`. */
  readonly decorators: readonly string[];
  /** Where the name of the class stands that it is written in; null outside of one. */
  readonly classNameAt: number | null;
  /** That class names bases of its own. */
  readonly inheritsInClass: boolean;
  readonly isAsync: boolean;
  /** It yields. */
  readonly isGenerator: boolean;
  readonly returnsAnnotated: boolean;
  /** The expressions that it yields, or else returns. */
  readonly results: readonly Span[];
}

/** All functions of a text, outer ones first. */
export function readFunctions(grammar: Grammar, text: string): readonly FunctionHeading[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root.descendantsOfType("function_definition").map(toHeading);
  } finally {
    parsed.free();
  }
}

function toHeading(node: SyntaxNode): FunctionHeading {
  const body = node.childForFieldName("body");
  const outer = node.parent;
  const decorated = outer?.type === "decorated_definition" ? outer : null;
  const owner = (decorated ?? node).parent?.parent ?? null;
  const parameters = node.childForFieldName("parameters")?.namedChildren ?? [];
  const own = (type: string) => (body?.descendantsOfType(type) ?? []).filter((found) => isOwn(found, node));
  const yields = own("yield");
  return {
    name: node.childForFieldName("name")?.text ?? "",
    nameAt: node.childForFieldName("name")?.startIndex ?? node.startIndex,
    start: node.startIndex,
    end: node.endIndex,
    bodyAt: body?.startIndex ?? node.endIndex,
    parameters: toParameters(parameters),
    decorators: (decorated?.namedChildren ?? [])
      .filter((child) => child.type === "decorator")
      .map((child) => child.text.slice(1).trim()),
    classNameAt:
      owner?.type === "class_definition" ? (owner.childForFieldName("name")?.startIndex ?? null) : null,
    inheritsInClass: !/^(?:\(\s*(?:object)?\s*\))?$/.test(
      owner?.type === "class_definition" ? (owner.childForFieldName("superclasses")?.text ?? "") : "",
    ),
    isAsync: node.children[0]?.type === "async",
    isGenerator: yields.length > 0,
    returnsAnnotated: node.childForFieldName("return_type") !== null,
    results: (yields.length > 0 ? yields : own("return_statement")).flatMap((found) => {
      const [value] = found.namedChildren;
      return value === undefined ? [] : [{ start: value.startIndex, end: value.endIndex }];
    }),
  };
}

function isOwn(found: SyntaxNode, node: SyntaxNode): boolean {
  let outer = found.parent;
  while (outer !== null && outer.type !== "function_definition" && outer.type !== "lambda")
    outer = outer.parent;
  return outer?.startIndex === node.startIndex;
}

function toParameters(nodes: readonly SyntaxNode[]): readonly Parameter[] {
  let isKeywordOnly = false;
  return nodes.flatMap((node): readonly Parameter[] => {
    const named =
      node.type === "identifier" ? node : (node.childForFieldName("name") ?? node.namedChildren[0]);
    const isRest = /splat/.test(node.type) || /splat/.test(named?.type ?? "");
    const own = isKeywordOnly;
    isKeywordOnly ||= isRest || node.type === "keyword_separator";
    const name = isRest && named?.type !== "identifier" ? named?.namedChildren[0] : named;
    if (name?.type !== "identifier") return [];
    const value = node.childForFieldName("value");
    return [
      {
        name: name.text,
        annotated: node.type.startsWith("typed_"),
        isRest,
        isKeywordOnly: own,
        default: value === null ? null : { start: value.startIndex, end: value.endIndex },
      },
    ];
  });
}
