/** Why an occurrence that was matched is left as it is. Design section 2 defines each. */
export const RESIDUE_REASONS = [
  "unresolved",
  "unparseable",
  "string_literal",
  "docstring",
  "comment",
  "out_of_scope",
  "other_symbol",
] as const;

export type ResidueReason = (typeof RESIDUE_REASONS)[number];

/** One written place of an old name that no edit rewrites. */
export interface ResidueItem {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** 1-based, as people and annotations count. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** The source line, stripped. */
  readonly text: string;
  readonly reason: ResidueReason;
  /** What kind of place it is and why it stays; for a person. */
  readonly detail: string;
}

/** The reasons that refuse a plan wholesale. */
export function blocks(item: ResidueItem): boolean {
  return item.reason === "unresolved" || item.reason === "unparseable";
}
