import { count } from "./count.ts";
import { isUndecided } from "../model/residue-item.ts";
import type { Totals } from "./totals.ts";

/** How far the reviewer has got, as in `3 places renamed and 2 kept by decisions, 4 undecided`; no line without decisions. */
export function decidedLines({ decided, blocking, left }: Totals): readonly string[] {
  const { renamed, kept } = decided;
  if (renamed + kept === 0) return [];
  const open = [...blocking, ...left].filter(isUndecided).length;
  const parts = [
    ...(renamed === 0 ? [] : [`${count(renamed, "place")} renamed`]),
    ...(kept === 0 ? [] : [renamed === 0 ? `${count(kept, "place")} kept` : `${kept} kept`]),
  ];
  return [`${parts.join(" and ")} by decisions, ${open === 0 ? "none" : open} undecided.`];
}
