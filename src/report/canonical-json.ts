import canonicalize from "canonicalize";

/** JSON in the canonical form of RFC 8785. The value may hold no lone surrogate, NaN or infinity: it throws then. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}
