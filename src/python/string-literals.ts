import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Span } from "./import-statements.ts";
import { literalValue } from "./literal-value.ts";
import { literalPlace } from "./literal-place.ts";

/** One string literal. */
export interface StringLiteral extends Span {
  /** What stands between the quotes, as written. */
  readonly content: string;
  readonly contentStart: number;
  /** What it evaluates to, bytes as the characters of their codes; null when that is not in the text: an f-string, `\N{…}`. */
  readonly value: string | null;
  /** `'`, `"`, or three of them. */
  readonly quote: string;
  readonly isRaw: boolean;
  readonly isBytes: boolean;
  readonly isDocstring: boolean;
  /** A part of adjacent literals, which are one string. */
  readonly isAdjacent: boolean;
  /** Its text is not what is written: an f-string, escapes, bytes, or a part of adjacent literals. */
  readonly isComposed: boolean;
  /** What kind of place it stands in, for a person: "a dict key". */
  readonly place: string;
}

/** What a source text holds besides code. */
export interface TextParts {
  /** In order; those within the expressions of an f-string too. */
  readonly literals: readonly StringLiteral[];
  readonly comments: readonly Span[];
  /** Adjacent literals as the one string that they are, where its text is known. */
  readonly joined: readonly (Span & { readonly value: string })[];
}

/** All string literals and comments of a source text. */
export function textParts(grammar: Grammar, text: string): TextParts {
  const parsed = grammar.parse(text);
  try {
    const { root } = parsed;
    return {
      literals: root.descendantsOfType("string").map((node) => literalOf(node, text)),
      comments: root
        .descendantsOfType("comment")
        .map((node) => ({ start: node.startIndex, end: node.endIndex })),
      joined: root.descendantsOfType("concatenated_string").flatMap((node) => {
        const values = node.namedChildren
          .filter((child) => child.type === "string")
          .map((child) => literalOf(child, text).value);
        const value = values.includes(null) ? null : values.join("");
        return value === null ? [] : [{ start: node.startIndex, end: node.endIndex, value }];
      }),
    };
  } finally {
    parsed.free();
  }
}

/** All string literals of a source text, in order; those within the expressions of an f-string too. */
export function stringLiterals(grammar: Grammar, text: string): readonly StringLiteral[] {
  return textParts(grammar, text).literals;
}

function literalOf(node: SyntaxNode, text: string): StringLiteral {
  const contents = node.namedChildren.filter((child) => child.type === "string_content");
  const opening = node.namedChildren.find((child) => child.type === "string_start");
  const closing = node.namedChildren.find((child) => child.type === "string_end");
  const contentStart = opening?.endIndex ?? node.startIndex;
  const content = text.slice(contentStart, closing?.startIndex ?? node.endIndex);
  const [, prefix = "", quote = '"'] = /^([a-z]*)(["']+)$/i.exec(opening?.text ?? "") ?? [];
  const has = (letter: string) => prefix.toLowerCase().includes(letter);
  const [isRaw, isBytes] = [has("r"), has("b")];
  const isFormatted = has("f") || has("t") || contents.length > 1;
  const isAdjacent = node.parent?.type === "concatenated_string";
  return {
    start: node.startIndex,
    end: node.endIndex,
    content,
    contentStart,
    value: isFormatted ? null : isRaw ? content : literalValue(content, isBytes),
    quote,
    isRaw,
    isBytes,
    isDocstring: node.parent?.type === "expression_statement",
    isAdjacent,
    isComposed: isFormatted || isBytes || isAdjacent || content.includes("\\"),
    place: literalPlace(node),
  };
}
