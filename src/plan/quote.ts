const LONGEST = 80;

/** Control and format characters (with the bidirectional ones), separators other than a space, and what has no shape. */
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]--[ ]]/gv;

/**
 * Text of a plan for a message: between double quotes, cut after 80 characters, quotes and backslashes escaped, and
 * what a reader cannot see written as `\uXXXX`.
 */
export function quote(text: string): string {
  // Two code units a character at most: what lies further behind cannot be shown, and may be a megabyte.
  const characters = Array.from(text.slice(0, 2 * LONGEST + 2));
  const cut = characters.length > LONGEST;
  const shown = (cut ? characters.slice(0, LONGEST) : characters).join("");
  return `"${escape(shown)}${cut ? "…" : ""}"`;
}

function escape(text: string): string {
  const quoted = JSON.stringify(text).slice(1, -1);
  return quoted.replace(HIDDEN, (character) => {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
