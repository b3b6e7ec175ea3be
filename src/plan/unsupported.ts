import type { EntryList } from "./plan-keys.ts";
import { fullKey, valueOf, type PlanTable } from "./plan-table.ts";

/** What the format allows and this version of the engine cannot do. A list that is here has no use yet at all. */
const LISTS: Partial<Record<EntryList, string>> = {
  decisions: "Carrying out decisions",
};

const VALUES: readonly UnsupportedValue[] = [
];

const HANDLED = "this version handles modules and strings entries, and symbols entries of every kind";

interface UnsupportedValue {
  readonly list: EntryList;
  readonly key: string;
  readonly value: string;
  readonly what: string;
}

/** Adds a `plan/unsupported` for the entry itself and for each of its values that this version cannot handle. */
export function refuseUnsupported(list: EntryList, entry: PlanTable): void {
  const what = LISTS[list];
  if (what !== undefined) {
    entry.faults.add("plan/unsupported", entry.path, `${what} cannot be done yet: ${HANDLED}.`);
  }
  for (const refused of VALUES) {
    if (refused.list !== list || valueOf(entry, refused.key) !== refused.value) continue;
    const message = `${fullKey(entry, refused.key)}: ${refused.what} cannot be done yet: ${HANDLED}.`;
    entry.faults.add("plan/unsupported", [...entry.path, refused.key], message);
  }
}
