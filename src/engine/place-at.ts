import type { LoadedText } from "./session.ts";

/** A place in a file for a person: 1-based line, 1-based column in UTF-16 code units. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The place of an offset (UTF-16 code units). */
export function placeAt({ path, lines }: Pick<LoadedText, "path" | "lines">, offset: number): Place {
  const { line, character } = lines.positionAt(offset);
  return { path, line: line + 1, column: character + 1 };
}
