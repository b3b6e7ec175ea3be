import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Holder } from "./key-places.ts";
import { holderOf } from "./key-places.ts";

/** A place at which all that is in a mapping goes on without its type. */
export interface MappingSpread {
  /** Offset of the mapping. */
  readonly start: number;
  readonly holder: Holder;
  /**
   * - `keywords`: `f(**row)`, whose keys are the parameters of what is called.
   * - `template`: `"%(name)s" % row` and `format_map(row)`.
   * - `copy`: `dict(row)`, `{**row}`, `other.update(row)`, `row.items()`, `cast(dict, row)`: what comes out is any dict.
   */
  readonly kind: "keywords" | "template" | "copy";
  /** Offset of the last name of what is called. */
  readonly callee: number | null;
  /** In a dictionary literal: offset of the text of a key beside it. */
  readonly keyAt: number | null;
  /** A template that is written right there. */
  readonly template: string | null;
}

/** All places of a source where a mapping that is called by a name is handed on without its type. */
export function mappingSpreads(grammar: Grammar, text: string): readonly MappingSpread[] {
  const parsed = grammar.parse(text);
  try {
    return [
      ...parsed.root.descendantsOfType("dictionary_splat").flatMap(ofSplat),
      ...parsed.root.descendantsOfType("call").flatMap(ofCall),
      ...parsed.root.descendantsOfType("binary_operator").flatMap(ofPercent),
    ];
  } finally {
    parsed.free();
  }
}

function spread(
  node: SyntaxNode | null | undefined,
  kind: MappingSpread["kind"],
  more: {
    readonly callee?: number | null;
    readonly template?: string | null;
    readonly keyAt?: number | null;
  } = {},
): readonly MappingSpread[] {
  const { callee = null, template = null, keyAt = null } = more;
  return node ? [{ start: node.startIndex, holder: holderOf(node), kind, callee, template, keyAt }] : [];
}

function literalText(node: SyntaxNode | null): string | null {
  return node !== null && node.type.endsWith("string") ? node.text : null;
}

function ofSplat(node: SyntaxNode): readonly MappingSpread[] {
  const value = node.namedChildren[0];
  if (node.parent?.type !== "argument_list") return spread(value, "copy", { keyAt: keyBeside(node) });
  const callee = node.parent.parent?.childForFieldName("function") ?? null;
  const name = callee?.text ?? "";
  if (name === "dict") return spread(value, "copy");
  if (callee?.type === "attribute" && callee.childForFieldName("attribute")?.text === "format")
    return spread(value, "template", { template: literalText(callee.childForFieldName("object")) });
  return spread(value, "keywords", { callee: callee === null ? null : holderOf(callee).at });
}

function keyBeside(splat: SyntaxNode): number | null {
  const pairs = splat.parent?.namedChildren.filter((c) => c.type === "pair") ?? [];
  const key = pairs.map((pair) => pair.childForFieldName("key")).find((k) => k?.type === "string");
  return key?.namedChildren.find((c) => c.type === "string_content")?.startIndex ?? null;
}

const COPIES = /^(?:dict|cast|typing\.cast|OrderedDict|defaultdict|ChainMap|(?:.*\.)?update)$/;
const COPIES_ITSELF = /^(?:items|__or__|__ror__)$/;

function ofCall(node: SyntaxNode): readonly MappingSpread[] {
  const callee = node.childForFieldName("function");
  const args = node.childForFieldName("arguments")?.namedChildren ?? [];
  if (callee === null) return [];
  const method = callee.type === "attribute" ? (callee.childForFieldName("attribute")?.text ?? "") : "";
  const template = literalText(callee.childForFieldName("object"));
  if (method === "format_map") return args.flatMap((a) => spread(a, "template", { template }));
  if (COPIES_ITSELF.test(method)) return spread(callee.childForFieldName("object"), "copy");
  if (!COPIES.test(callee.text)) return [];
  return args
    .filter((a) => a.type === "identifier" || a.type === "attribute")
    .flatMap((a) => spread(a, "copy"));
}

function ofPercent(node: SyntaxNode): readonly MappingSpread[] {
  const [left, right] = [node.childForFieldName("left"), node.childForFieldName("right")];
  const isFormat = node.childForFieldName("operator")?.text === "%";
  const template = literalText(left);
  return isFormat && template !== null ? spread(right, "template", { template }) : [];
}
