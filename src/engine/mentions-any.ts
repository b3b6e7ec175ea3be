/** Whether a text has one of the names as a whole word. */
export function mentionsAny(names: ReadonlySet<string>): (text: string) => boolean {
  if (names.size === 0) return () => false;
  const words = [...names].map((name) => name.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{XID_Continue}])(?:${words.join("|")})(?![\\p{XID_Continue}])`, "u");
  return (text) => pattern.test(text);
}
