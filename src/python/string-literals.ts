import type { Grammar } from "./grammar.ts";
import type { Span } from "./import-statements.ts";

/** One string literal. */
export interface StringLiteral extends Span {
  /** What stands between the quotes, as written. */
  readonly content: string;
  readonly contentStart: number;
  readonly isDocstring: boolean;
  /** Its text is not what is written: an f-string, escapes, bytes, or a part of adjacent literals. */
  readonly isComposed: boolean;
}

/** All string literals of a source text, in order; those within the expressions of an f-string too. */
export function stringLiterals(grammar: Grammar, text: string): readonly StringLiteral[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root.descendantsOfType("string").map((node) => {
      const contents = node.namedChildren.filter((child) => child.type === "string_content");
      const opening = node.namedChildren.find((child) => child.type === "string_start");
      const closing = node.namedChildren.find((child) => child.type === "string_end");
      const contentStart = opening?.endIndex ?? node.startIndex;
      const content = text.slice(contentStart, closing?.startIndex ?? node.endIndex);
      const prefix = /^[a-z]*/i.exec(opening?.text ?? "")?.[0].toLowerCase() ?? "";
      const isRaw = prefix === "" || prefix === "u" || prefix === "r";
      return {
        start: node.startIndex,
        end: node.endIndex,
        content,
        contentStart,
        isDocstring: node.parent?.type === "expression_statement",
        isComposed:
          !isRaw ||
          contents.length > 1 ||
          content.includes("\\") ||
          node.parent?.type === "concatenated_string",
      };
    });
  } finally {
    parsed.free();
  }
}
