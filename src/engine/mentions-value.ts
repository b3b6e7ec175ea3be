/** Whether a text has one of the names as a value: as a whole word, not in quotes, and not called there. */
export function mentionsValue(names: ReadonlySet<string>): (text: string) => boolean {
  if (names.size === 0) return () => false;
  const pattern = new RegExp(
    `(?<![\\p{XID_Continue}"'])(?:${[...names].join("|")})(?![\\p{XID_Continue}"']|\\s*\\()`,
    "u",
  );
  return (text) => pattern.test(text);
}
