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

/** Lines of a plan that would handle a place, with the keys that a plan has. */
export type Suggestion =
  | {
      readonly list: "strings";
      readonly entry: { readonly old: string; readonly new: string; readonly kind: "dotted" | "exact" };
    }
  | {
      readonly list: "decisions";
      readonly entry: {
        readonly path: string;
        readonly line: number;
        readonly column?: number;
        readonly text: string;
        readonly action: "rename";
      };
    };

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
  /** What a decision of the plan says of it. A renamed place is left only where the plan is refused. */
  readonly decision?: "rename" | "keep";
  /** Where the place names what is renamed beyond doubt; of a plan that is not applied yet. */
  readonly suggestion?: Suggestion;
}

/** Whether a place refuses a plan wholesale. */
export function blocks(item: ResidueItem): boolean {
  if (item.decision !== undefined) return false;
  return item.reason === "unresolved" || item.reason === "unparseable";
}

/** Whether somebody has to look at a place still. */
export function isUndecided(item: ResidueItem): boolean {
  return item.decision === undefined && item.reason !== "other_symbol";
}
