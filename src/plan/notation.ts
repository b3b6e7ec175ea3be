/** How the two formats of a plan write what messages talk about. */
export interface Notation {
  /** What keys and values stand in: "a table", "an object". */
  readonly table: string;
  /** What an entry of the list looks like: `[[symbols]]`. */
  entryOf(list: string): string;
  /** A key with a string: `module = "pkg.mod"`. */
  pair(key: string, value: string): string;
  /** Where the keys for the whole plan stand, behind "must stand" or "belongs". */
  readonly planWide: string;
}

export const TOML: Notation = {
  table: "a table",
  entryOf: (list) => `[[${list}]]`,
  pair: (key, value) => `${key} = ${value}`,
  planWide: "before the first [[table]]",
};

export const JSON_NOTATION: Notation = {
  table: "an object",
  entryOf: (list) => `"${list}": [{ … }]`,
  pair: (key, value) => `"${key}": ${value}`,
  planWide: "at the top level of the plan",
};
