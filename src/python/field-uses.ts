import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Holder } from "./key-places.ts";
import { holderOf } from "./key-places.ts";

/** A place where a field is named by what the standard library, or attrs, makes of the fields of a class. */
export interface FieldUse {
  /** Offset of the keyword, or of the string literal with its quotes. */
  readonly start: number;
  readonly end: number;
  /**
   * - `copy`: a keyword of `replace(value, field=…)`, `evolve(value, field=…)`, `value._replace(field=…)`.
   * - `string`: `asdict(value)["field"]`, `value._asdict()["field"]`, `Class._fields.index("field")`.
   */
  readonly kind: "copy" | "string";
  /** The object, or the class, whose field it is. */
  readonly holder: Holder;
  /** What is called, when that is a function that has to be the right one. */
  readonly callee: Holder | null;
}

/** All such places of a source for one name. */
export function fieldUses(grammar: Grammar, text: string, name: string): readonly FieldUse[] {
  if (!MAY_USE.test(text)) return [];
  const parsed = grammar.parse(text);
  try {
    const keywords = parsed.root
      .descendantsOfType("keyword_argument")
      .flatMap((node) => ofKeyword(node, name));
    const strings = parsed.root.descendantsOfType("string").flatMap((node) => ofString(node, name));
    return [...keywords, ...strings];
  } finally {
    parsed.free();
  }
}

const MAY_USE =
  /\b(?:_?replace|__replace__|evolve|assoc|_?asdict|_fields|_field_defaults|__dataclass_fields__|__members__)\b/;

function ofKeyword(node: SyntaxNode, name: string): readonly FieldUse[] {
  const keyword = node.childForFieldName("name");
  const call = node.parent?.parent;
  const callee = call?.type === "call" ? call.childForFieldName("function") : null;
  if (keyword === null || keyword.text.normalize("NFKC") !== name || !callee) return [];
  const at = { start: keyword.startIndex, end: keyword.endIndex, kind: "copy" } as const;
  const method = callee.type === "attribute" ? callee.childForFieldName("attribute")?.text : "";
  const object = callee.childForFieldName("object");
  if ((method === "_replace" || method === "__replace__") && object !== null)
    return [{ ...at, holder: holderOf(object), callee: null }];
  const value = firstArgument(call ?? null);
  if (value === null) return [];
  return [{ ...at, holder: holderOf(value), callee: holderOf(callee) }];
}

/** The first argument of a call, when it is handed over by its place. */
function firstArgument(call: SyntaxNode | null): SyntaxNode | null {
  const first = call?.childForFieldName("arguments")?.namedChildren.find((c) => c.type !== "comment") ?? null;
  return first === null || /^(?:keyword_argument|list_splat|dictionary_splat)$/.test(first.type)
    ? null
    : first;
}

const LOOKS_UP = /^(?:get|pop|index|count)$/;

function ofString(node: SyntaxNode, name: string): readonly FieldUse[] {
  const { parent } = node;
  if (node.namedChildren.find((c) => c.type === "string_content")?.text !== name || parent === null)
    return [];
  const made = containerOf(node, parent);
  const of = made === null ? null : fieldsOf(made);
  return of === null ? [] : [{ start: node.startIndex, end: node.endIndex, kind: "string", ...of }];
}

/** What the string is looked up in. */
function containerOf(node: SyntaxNode, parent: SyntaxNode): SyntaxNode | null {
  if (parent.type === "subscript") {
    const value = parent.childForFieldName("value");
    return value?.startIndex === node.startIndex ? null : value;
  }
  if (parent.type === "comparison_operator") {
    const isIn = parent.children.some((c) => c.type === "in" || c.type === "not in");
    const [first, second] = parent.namedChildren;
    const whole = isIn && parent.namedChildren.length === 2 && first?.startIndex === node.startIndex;
    return whole ? (second ?? null) : null;
  }
  const callee = parent.type === "argument_list" ? parent.parent?.childForFieldName("function") : null;
  if (callee?.type !== "attribute" || !LOOKS_UP.test(callee.childForFieldName("attribute")?.text ?? ""))
    return null;
  const first = parent.namedChildren.find((c) => c.type !== "comment");
  return first?.startIndex === node.startIndex ? callee.childForFieldName("object") : null;
}

/** Whose fields a container holds, by their names. */
function fieldsOf(container: SyntaxNode): Pick<FieldUse, "holder" | "callee"> | null {
  if (container.type === "attribute") {
    const attribute = container.childForFieldName("attribute")?.text ?? "";
    const object = container.childForFieldName("object");
    const holds = /^(?:_fields|_field_defaults|__dataclass_fields__|__members__)$/.test(attribute);
    return holds && object !== null ? { holder: holderOf(object), callee: null } : null;
  }
  if (container.type !== "call") return null;
  const callee = container.childForFieldName("function");
  const args =
    container.childForFieldName("arguments")?.namedChildren.filter((c) => c.type !== "comment") ?? [];
  const object = callee?.childForFieldName("object") ?? null;
  if (callee?.childForFieldName("attribute")?.text === "_asdict" && object !== null)
    return { holder: holderOf(object), callee: null };
  const value = firstArgument(container);
  // Another dictionary factory can change the keys.
  if (callee === null || value === null || args.length !== 1 || !/(?:^|\.)asdict$/.test(callee.text))
    return null;
  return { holder: holderOf(value), callee: holderOf(callee) };
}
