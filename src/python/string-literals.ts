import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Span } from "./import-statements.ts";
import { literalValue, resolveEscapes } from "./literal-value.ts";
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
}

/** One that was looked at closely. */
export interface PlacedLiteral extends StringLiteral {
  /** It stands in the expression of an f-string, whose quotes it may not hold before Python 3.12. */
  readonly isNested: boolean;
  /** What kind of place it stands in, for a person: "a dict key". */
  readonly place: string;
}

/** What a source text holds besides code. */
export interface TextParts {
  /** In order; those within the expressions of an f-string too. */
  readonly literals: readonly PlacedLiteral[];
  readonly comments: readonly Span[];
  /** Adjacent literals as the one string that they are, where its text is known. */
  readonly joined: readonly (Span & { readonly value: string })[];
}

/**
 * The string literals that are of interest by what they hold, as written and with escapes resolved, and all comments. A literal
 * is looked at closely only then: to ask where a node stands takes long in a deep tree.
 */
export function textParts(
  grammar: Grammar,
  text: string,
  isOfInterest: (content: string) => boolean,
): TextParts {
  const parsed = grammar.parse(text);
  try {
    const { root } = parsed;
    const inside = spansOf(root, "interpolation");
    const literals = root.descendantsOfType("string").flatMap((node) => {
      const written = text.slice(node.startIndex, node.endIndex);
      const isAsked =
        isOfInterest(written) || (written.includes("\\") && isOfInterest(resolveEscapes(written)));
      if (!isAsked) return [];
      const isNested = inside.some(({ start, end }) => start < node.startIndex && node.endIndex < end);
      return [{ ...literalOf(node, text), isNested, place: literalPlace(node) }];
    });
    return {
      literals,
      comments: spansOf(root, "comment"),
      joined: root.descendantsOfType("concatenated_string").flatMap((node) => {
        const values = node.namedChildren
          .filter((child) => child.type === "string")
          .map((child) => valueOf(child, text).value);
        const value = values.includes(null) ? null : values.join("");
        return value === null ? [] : [{ start: node.startIndex, end: node.endIndex, value }];
      }),
    };
  } finally {
    parsed.free();
  }
}

function spansOf(root: SyntaxNode, type: string): readonly Span[] {
  return root.descendantsOfType(type).map((node) => ({ start: node.startIndex, end: node.endIndex }));
}

/** All string literals of a source text, in order; those within the expressions of an f-string too. */
export function stringLiterals(grammar: Grammar, text: string): readonly StringLiteral[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root.descendantsOfType("string").map((node) => literalOf(node, text));
  } finally {
    parsed.free();
  }
}

function literalOf(node: SyntaxNode, text: string): StringLiteral {
  const { parent } = node;
  const isAdjacent = parent?.type === "concatenated_string";
  const parts = valueOf(node, text);
  const { content, isFormatted, isBytes } = parts;
  return {
    ...parts,
    start: node.startIndex,
    end: node.endIndex,
    isDocstring: parent?.type === "expression_statement" && parent.namedChildren.length === 1,
    isAdjacent,
    isComposed: isFormatted || isBytes || isAdjacent || content.includes("\\"),
  };
}

function valueOf(node: SyntaxNode, text: string) {
  const contents = node.namedChildren.filter((child) => child.type === "string_content");
  const opening = node.namedChildren.find((child) => child.type === "string_start");
  const closing = node.namedChildren.find((child) => child.type === "string_end");
  const contentStart = opening?.endIndex ?? node.startIndex;
  const content = text.slice(contentStart, closing?.startIndex ?? node.endIndex);
  const [, prefix = "", quote = '"'] = /^([a-z]*)(["']+)$/i.exec(opening?.text ?? "") ?? [];
  const has = (letter: string) => prefix.toLowerCase().includes(letter);
  const [isRaw, isBytes] = [has("r"), has("b")];
  const isFormatted = has("f") || has("t") || contents.length > 1;
  const value = isFormatted ? null : isRaw ? content : literalValue(content, isBytes);
  return { content, contentStart, value, quote, isRaw, isBytes, isFormatted };
}
