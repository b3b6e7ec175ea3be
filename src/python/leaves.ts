import type { Grammar } from "./grammar.ts";

/** A token of a source text: a node of its syntax tree that holds no other, or the whole text between two quotes or braces. */
export interface Leaf {
  readonly type: string;
  /** Offsets in UTF-16 code units, half open. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It belongs to an import statement, or is the comment behind one. */
  readonly inImport: boolean;
}

/** All tokens of a source text in order; comments are tokens, white space is none. */
export function leaves(grammar: Grammar, text: string): readonly Leaf[] {
  const parsed = grammar.parse(text);
  const found: Leaf[] = [];
  const cursor = parsed.root.walk();
  try {
    let importEnd = -20;
    for (;;) {
      const { nodeType: type, startIndex: start, endIndex: end } = cursor;
      if (IMPORTS.has(type)) importEnd = end;
      if (!WHOLE.has(type) && cursor.gotoFirstChild()) continue;
      if (end > start) {
        const isBehind =
          type === "comment" && start < importEnd + 20 && !/[\r\n]/.test(text.slice(importEnd, start));
        found.push({
          type,
          start,
          end,
          text: text.slice(start, end),
          inImport: end <= importEnd || isBehind,
        });
      }
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return found;
    }
  } finally {
    cursor.delete();
    parsed.free();
  }
}

const IMPORTS: ReadonlySet<string> = new Set(["import_statement", "import_from_statement"]);
const WHOLE: ReadonlySet<string> = new Set(["string_content", "comment"]);
