import type { Grammar, SyntaxNode } from "./grammar.ts";

/** Where in a notebook an offset is: both 1-based, the line within the source of the cell. */
export interface CellPlace {
  readonly cell: number;
  readonly line: number;
}

/** Notebooks that are longer are not looked into (UTF-16 code units). */
const LONGEST = 5_000_000;

/**
 * Finds the places of a Jupyter notebook in its cells (nbformat 4: `cells`, each with a `source` that is a text or a list of
 * lines). JSON reads as a Python literal but for three words, which read as names, so that the grammar at hand will do.
 */
export function notebookCells(grammar: Grammar, text: string): (offset: number) => CellPlace | null {
  if (text.length > LONGEST) return () => null;
  const lines: { readonly start: number; readonly end: number; readonly place: CellPlace }[] = [];
  const parsed = grammar.parse(text);
  try {
    const notebook = parsed.root.descendantsOfType("dictionary")[0] ?? null;
    for (const [index, cell] of (valueOf(notebook, "cells")?.namedChildren ?? []).entries()) {
      const source = valueOf(cell, "source");
      const parts = source?.type === "list" ? source.namedChildren : source === null ? [] : [source];
      for (const [number, part] of parts.entries()) {
        const place = { cell: index + 1, line: number + 1 };
        lines.push({ start: part.startIndex, end: part.endIndex, place });
      }
    }
  } finally {
    parsed.free();
  }
  return (offset) => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = lines[low];
    return found !== undefined && found.start <= offset ? found.place : null;
  };
}

function valueOf(dictionary: SyntaxNode | null, key: string): SyntaxNode | null {
  const pair = dictionary?.namedChildren.find(
    (child) => child.type === "pair" && child.childForFieldName("key")?.text === `"${key}"`,
  );
  return pair?.childForFieldName("value") ?? null;
}
