import type { EntryList } from "./plan-keys.ts";
import type { PlanTable } from "./plan-table.ts";

/** What the format allows and this version of the engine cannot do. A list that is here has no use yet at all. */
const LISTS: Partial<Record<EntryList, string>> = {
  decisions: "Carrying out decisions",
};

const HANDLED = "this version handles modules and strings entries, and symbols entries of every kind";

/** Adds a `plan/unsupported` for an entry that this version cannot handle. */
export function refuseUnsupported(list: EntryList, entry: PlanTable): void {
  const what = LISTS[list];
  if (what !== undefined) {
    entry.faults.add("plan/unsupported", entry.path, `${what} cannot be done yet: ${HANDLED}.`);
  }
}
