import type { Position, Range } from "./position.ts";

/**
 * Converts between offsets (0-based UTF-16 code units in the whole text) and positions. Lines end at `\n`, `\r\n`
 * or a lone `\r`; form feed, U+0085, U+2028 and U+2029 end none, as in LSP and in Python's tokenizer.
 */
export interface LineIndex {
  readonly lineCount: number;
  /** The offset of a position; a character behind the end of its line is clamped to it. */
  offsetAt(position: Position): number;
  positionAt(offset: number): Position;
  rangeAt(start: number, end: number): Range;
  /** The text of a 0-based line without its line end; empty for a line that is not there. */
  lineText(line: number): string;
}

export function lineIndex(text: string): LineIndex {
  const starts = lineStarts(text);

  const lineEnd = (line: number): number => {
    let end = starts[line + 1] ?? text.length;
    if (line + 1 < starts.length) {
      if (text.charCodeAt(end - 1) === LF && end > 0) end -= 1;
      if (text.charCodeAt(end - 1) === CR && end > (starts[line] ?? 0)) end -= 1;
    }
    return end;
  };

  const positionAt = (offset: number): Position => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };

  return {
    lineCount: starts.length,
    positionAt,
    offsetAt({ line, character }) {
      const start = starts[line];
      return start === undefined ? text.length : Math.min(start + character, lineEnd(line));
    },
    rangeAt: (start, end) => ({ start: positionAt(start), end: positionAt(end) }),
    lineText(line) {
      const start = starts[line];
      return start === undefined ? "" : text.slice(start, lineEnd(line));
    },
  };
}

const LF = 10;
const CR = 13;

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === LF || (code === CR && text.charCodeAt(i + 1) !== LF)) starts.push(i + 1);
  }
  return starts;
}
