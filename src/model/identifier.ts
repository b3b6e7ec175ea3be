/** Python's hard keywords (docs.python.org, "Keywords", 3.14). */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Names that are keywords in some places only (docs.python.org, "Soft Keywords"). */
const SOFT_KEYWORDS: ReadonlySet<string> = new Set(["match", "case", "type", "_"]);

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

export type NameFault = "no identifier" | "a keyword" | "a soft keyword" | "not in Unicode normal form NFKC";

/** What is wrong with a new name, or null. Python compares identifiers by their NFKC form (reference, "Identifiers"). */
export function nameFault(name: string): NameFault | null {
  if (!IDENTIFIER.test(name)) return "no identifier";
  if (name.normalize("NFKC") !== name) return "not in Unicode normal form NFKC";
  if (KEYWORDS.has(name)) return "a keyword";
  if (SOFT_KEYWORDS.has(name)) return "a soft keyword";
  return null;
}

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** `a.b.c`, each part an identifier. */
export function isDottedName(text: string): boolean {
  return text.split(".").every(isIdentifier);
}

/** `__init__`, `__all__`: names that the language gives a meaning to. */
export function isDunder(name: string): boolean {
  return name.length > 4 && name.startsWith("__") && name.endsWith("__");
}

/** Within a class body Python stores such a name as `_Class__name` (reference, "Private name mangling"). */
export function isMangled(name: string): boolean {
  return name.startsWith("__") && !name.endsWith("__");
}
