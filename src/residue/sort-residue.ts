import type { ResidueItem } from "../model/residue-item.ts";
import { RESIDUE_REASONS } from "../model/residue-item.ts";

/** By path, line and column; one item a place, the most serious reason first. */
export function sortResidue(items: readonly ResidueItem[]): readonly ResidueItem[] {
  const sorted = [...items].sort(
    (a, b) =>
      (a.path < b.path ? -1 : Number(a.path > b.path)) ||
      a.line - b.line ||
      a.column - b.column ||
      RESIDUE_REASONS.indexOf(a.reason) - RESIDUE_REASONS.indexOf(b.reason),
  );
  return sorted.filter((item, index) => {
    const before = sorted[index - 1];
    return before?.path !== item.path || before.line !== item.line || before.column !== item.column;
  });
}
