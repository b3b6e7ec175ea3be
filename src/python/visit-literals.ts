import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import type { StringRole } from "./token.ts";
import { wordOffsets } from "./words.ts";

/** Strings and comments. */
export const LITERAL_VISITORS: Readonly<Record<string, Visitor>> = {
  string: (reader, node, context) =>
    visitString(reader, node, context, isDocstring(node) ? "docstring" : context.role),
  concatenated_string(reader, node, context) {
    const docstring = isDocstring(node);
    for (const child of node.namedChildren) {
      if (child.type === "string")
        visitString(reader, child, context, docstring ? "docstring" : context.role);
      else reader.visit(child, context);
    }
  },
  comment(reader, node, context) {
    const text = reader.text.slice(node.startIndex, node.endIndex);
    // What stands behind a second # is a comment again, and `type: ignore` names no type.
    const typeComment = /^#\s*type:(?!\s*ignore\b)[^#]*/.exec(text)?.[0] ?? "";
    for (const name of reader.names) {
      for (const at of wordOffsets(reader.text, name, node.startIndex, node.endIndex)) {
        reader.tokens.push({
          kind: "comment",
          name,
          start: at,
          end: at + name.length,
          scope: context.scope,
          typeComment: at < node.startIndex + typeComment.length,
        });
      }
    }
  },
};

function visitString(reader: Reader, node: SyntaxNode, context: Context, role: StringRole): void {
  const opening = node.namedChildren.find((c) => c.type === "string_start");
  const prefix =
    opening === undefined ? "" : reader.text.slice(opening.startIndex, opening.endIndex).toLowerCase();
  if (/^["']+__all__["']+$/.test(node.text)) reader.buildsExportList = true;
  const plainPrefix = /^[ru]*["']/.test(prefix);
  let from = opening?.endIndex ?? node.startIndex;
  const end = node.namedChildren.find((c) => c.type === "string_end")?.startIndex ?? node.endIndex;
  const adjacent = node.parent?.type === "concatenated_string";
  for (const part of node.namedChildren) {
    if (part.type !== "interpolation") continue;
    words(from, part.startIndex, false);
    reader.visit(part, { ...context, role: "plain" });
    from = part.endIndex;
  }
  words(from, end, plainPrefix && !adjacent && from === opening?.endIndex);

  function words(start: number, stop: number, alone: boolean): void {
    for (const name of reader.names) {
      for (const at of wordOffsets(reader.text, name, start, stop)) {
        reader.tokens.push({
          kind: "string",
          name,
          start: at,
          end: at + name.length,
          scope: context.scope,
          role,
          whole: alone && at === start && at + name.length === stop,
          pieces: false,
          assignedTo: context.assignedTo,
          afterDot: reader.text.charAt(at - 1) === ".",
        });
      }
    }
  }
}

/** A name that an export list spells in adjacent pieces has no place of its own in the text. */
export function exportPieces(reader: Reader, list: SyntaxNode, context: Context): void {
  for (const pieces of list.descendantsOfType("concatenated_string")) {
    const content = pieces.descendantsOfType("string_content");
    const name = content.map((c) => reader.text.slice(c.startIndex, c.endIndex)).join("");
    if (content.length < 2 || !reader.names.has(name)) continue;
    reader.tokens.push({
      kind: "string",
      name,
      start: pieces.startIndex,
      end: pieces.endIndex,
      scope: context.scope,
      role: "export_list",
      whole: false,
      pieces: true,
      assignedTo: context.assignedTo,
      afterDot: false,
    });
  }
}

/** The first statement of a module, class or function, when it is a string. */
function isDocstring(node: SyntaxNode): boolean {
  const statement = node.parent;
  if (statement?.type !== "expression_statement" || statement.namedChildren.length !== 1) return false;
  const body = statement.parent;
  if (body?.type !== "module" && body?.type !== "block") return false;
  const first = body.namedChildren.find((c) => c.type !== "comment");
  if (first?.startIndex !== statement.startIndex) return false;
  const owner = body.parent?.type;
  return body.type === "module" || owner === "class_definition" || owner === "function_definition";
}
