import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import { askedName, bind, use } from "./reading.ts";

/** The patterns of `case`. */
export const PATTERN_VISITORS: Readonly<Record<string, Visitor>> = {
  case_pattern(reader, node, context) {
    for (const child of node.namedChildren) {
      if (child.type === "dotted_name") dottedName(reader, child, context, true);
      else reader.visit(child, context);
    }
  },
  class_pattern(reader, node, context) {
    for (const child of node.namedChildren) {
      if (child.type === "dotted_name") dottedName(reader, child, context, false);
      else reader.visit(child, context);
    }
  },
  keyword_pattern(reader, node, context) {
    const [keyword, ...rest] = node.namedChildren;
    const name = keyword === undefined ? null : askedName(reader, keyword);
    if (keyword !== undefined && name !== null) {
      reader.tokens.push({
        kind: "pattern_keyword",
        call: null,
        name,
        start: keyword.startIndex,
        end: keyword.endIndex,
        scope: context.scope,
        assignedTo: context.assignedTo,
        callees: [],
      });
    }
    for (const child of rest) {
      if (child.type === "dotted_name") dottedName(reader, child, context, true);
      else reader.visit(child, context);
    }
  },
  splat_pattern(reader, node, context) {
    for (const child of node.namedChildren) bind(reader, child, context, "capture");
  },
  dotted_name: (reader, node, context) => dottedName(reader, node, context, false),
};

function dottedText(reader: Reader, node: SyntaxNode, until: SyntaxNode): string {
  return reader.text.slice(node.startIndex, until.startIndex).replace(/\s|\.\s*$/g, "");
}

/** A lone name captures; a dotted one is a value, as is the class of a class pattern. */
function dottedName(reader: Reader, node: SyntaxNode, context: Context, captures: boolean): void {
  const [first, ...rest] = node.namedChildren;
  if (first === undefined) return;
  if (captures && rest.length === 0) bind(reader, first, context, "capture");
  else use(reader, first, context);
  for (const part of rest) {
    const name = askedName(reader, part);
    if (name === null) continue;
    reader.tokens.push({
      kind: "attribute",
      name,
      start: part.startIndex,
      end: part.endIndex,
      scope: context.scope,
      store: false,
      selfClass: null,
      callees: [],
      receiver: { text: dottedText(reader, node, part), start: first.startIndex },
      ofSlice: false,
      inHeaderOf: context.inHeaderOf,
    });
  }
}
