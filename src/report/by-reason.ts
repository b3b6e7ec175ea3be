import { RESIDUE_REASONS } from "../model/residue-item.ts";
import type { ResidueItem, ResidueReason } from "../model/residue-item.ts";

export interface ReasonGroup {
  readonly reason: ResidueReason;
  /** Sorted by path, line and column. */
  readonly items: readonly ResidueItem[];
}

/** Residue by reason, the graver reasons first; no group is empty. */
export function byReason(residue: readonly ResidueItem[]): readonly ReasonGroup[] {
  return RESIDUE_REASONS.map((reason) => ({
    reason,
    items: residue.filter((item) => item.reason === reason).sort(comparePlaces),
  })).filter((group) => group.items.length > 0);
}

function comparePlaces(a: ResidueItem, b: ResidueItem): number {
  return (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column;
}
