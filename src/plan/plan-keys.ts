export const ENTRY_LISTS = ["symbols", "modules", "strings", "decisions"] as const;
export type EntryList = (typeof ENTRY_LISTS)[number];

/** The keys that hold for the whole plan. */
export const PLAN_WIDE_KEYS = [
  "version",
  "repo_root",
  "source_roots",
  "keep_patterns",
  "strict_strings",
  "require_decisions",
] as const;

/** Plan-wide, and accepted in an entry too: in TOML a key behind a `[[table]]` header belongs to that table. */
export const KEEP_PATTERNS = "keep_patterns";

export const ENTRY_KEYS = {
  symbols: ["module", "name", "new_name", "kind", "unknown_receivers", "keep_exports"],
  modules: ["old", "new"],
  strings: ["old", "new", "kind", "files"],
  decisions: ["path", "line", "column", "text", "reason", "paths", "symbol", "action"],
} as const satisfies Record<EntryList, readonly string[]>;
