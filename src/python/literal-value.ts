/**
 * What a string literal without `r` evaluates to (reference, "Escape sequences"); null for one that cannot be told from the text
 * alone: a character by its name, or an escape that is no whole one.
 */
export function literalValue(content: string, isBytes: boolean): string | null {
  const { value, isKnown } = evaluate(content, isBytes);
  return isKnown ? value : null;
}

/** A text with all escapes resolved that can be, wherever literals begin and end in it: for a quick look. */
export function resolveEscapes(text: string): string {
  return evaluate(text, false).value;
}

function evaluate(content: string, isBytes: boolean): { readonly value: string; readonly isKnown: boolean } {
  if (!content.includes("\\")) return { value: content, isKnown: true };
  let isKnown = true;
  const value = content.replace(ESCAPE, (whole: string, escape: string) => {
    const simple = SIMPLE.get(escape);
    if (simple !== undefined) return simple;
    if (/^[0-7]/.test(escape))
      return String.fromCodePoint(Number.parseInt(escape, 8) & (isBytes ? 0xff : 0x1ff));
    const [, kind = "", digits = ""] = /^([xuU])([0-9a-f]+)$/i.exec(escape) ?? [];
    if (kind === "x" || (kind !== "" && !isBytes)) {
      const code = Number.parseInt(digits, 16);
      if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
      isKnown = false;
    }
    if (!isBytes && /^[NxuU]/.test(escape)) isKnown = false;
    // Of any other escape the backslash stays.
    return whole;
  });
  return { value, isKnown };
}

const ESCAPE = /\\(\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/g;

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["\r", ""],
  ["\r\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);
