import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader } from "./reading.ts";
import { selfClass } from "./self-class.ts";
import type { Reflected } from "./token.ts";

/**
 * Builtins and methods whose second argument names an attribute of the first: also `object.__setattr__`, `patch.object`,
 * `monkeypatch.setattr`.
 */
const NAMES_SECOND =
  /^(getattr|setattr|hasattr|delattr)$|^object\.__(setattr|getattribute|delattr)__$|(^|\.)patch\.object$|(^|\.)monkeypatch\.(setattr|delattr)$/;

/** What an attribute is looked up on by the name in a string literal; null when the place is no such lookup. */
export function reflectedOn(reader: Reader, literal: SyntaxNode, context: Context): Reflected | null {
  const parent = literal.parent;
  if (parent?.type === "argument_list") {
    const args = parent.namedChildren.filter((c) => c.type !== "comment");
    const callee = parent.parent?.childForFieldName("function")?.text ?? "";
    if (args[1]?.startIndex !== literal.startIndex || !NAMES_SECOND.test(callee)) return null;
    return receiver(reader, args[0], context);
  }
  if (parent?.type !== "subscript") return null;
  const value = parent.namedChildren[0];
  if (value?.type === "call") {
    const callee = value.childForFieldName("function")?.text;
    const args = value.childForFieldName("arguments")?.namedChildren ?? [];
    if (callee === "globals" && args.length === 0) return { kind: "globals" };
    return callee === "vars" ? receiver(reader, args[0], context) : null;
  }
  const isDict = value?.type === "attribute" && value.childForFieldName("attribute")?.text === "__dict__";
  if (isDict) return receiver(reader, value.childForFieldName("object") ?? undefined, context);
  if (parent.namedChildren.length !== 2 || parent.namedChildren[1]?.startIndex !== literal.startIndex)
    return null;
  return receiver(reader, value, context, true);
}

function receiver(
  reader: Reader,
  node: SyntaxNode | undefined,
  context: Context,
  bySubscript = false,
): Reflected | null {
  if (node === undefined) return null;
  const key = /^sys\.modules\[\s*["']([\w.]+)["']\s*\]$/.exec(node.text)?.[1];
  if (key !== undefined) return { kind: "module", name: key };
  const last = node.type === "attribute" ? node.childForFieldName("attribute") : node;
  if (last?.type !== "identifier") return null;
  const name = reader.text.slice(node.startIndex, node.endIndex);
  return {
    kind: "object",
    at: last.startIndex,
    selfClass: node.type === "identifier" ? selfClass(context.scope, name) : null,
    bySubscript,
  };
}
