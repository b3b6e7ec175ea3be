/**
 * Characters that a reader does not see, or that make a terminal or a browser do something: control and format
 * characters (with the bidirectional ones), line and paragraph separators, half surrogate pairs. The joiners stay:
 * emoji and several scripts are written with them.
 */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;

const NAMED: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Text from a repository, safe to print on one line: what cannot be seen is written as an escape. */
export function escapeText(text: string): string {
  return text.replace(
    HIDDEN,
    (character) => NAMED.get(character) ?? escapeCode(character.codePointAt(0) ?? 0),
  );
}

function escapeCode(code: number): string {
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}
