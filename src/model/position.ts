/**
 * A place in a text, as LSP and JavaScript count: `line` is 0-based, lines end at `\n`, `\r\n` or a lone `\r`
 * only; `character` is a 0-based count of UTF-16 code units from the start of the line.
 */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Half open: `end` is the first place behind the range. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Negative when `a` stands before `b`, positive when behind it, 0 when they are the same place. */
export function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}
