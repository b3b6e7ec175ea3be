import type { ResidueItem } from "../model/residue-item.ts";
import { count } from "./count.ts";

/** What stands in the way, as in `2 conflicts, 3 unresolved places`; empty when nothing does. */
export function causes(conflicts: number, blocking: readonly ResidueItem[]): string {
  const unresolved = blocking.filter((item) => item.reason === "unresolved").length;
  const unparseable = blocking.length - unresolved;
  const parts: string[] = [];
  if (conflicts > 0) parts.push(count(conflicts, "conflict"));
  if (unresolved > 0) parts.push(count(unresolved, "unresolved place"));
  if (unparseable > 0) parts.push(count(unparseable, "unparseable place"));
  return parts.join(", ");
}
