import type { EntryList } from "./plan-keys.ts";
import { fullKey, valueOf, type PlanTable } from "./plan-table.ts";

/** What the format allows and this version of the engine cannot do. A list that is here has no use yet at all. */
const LISTS: Partial<Record<EntryList, string>> = {
  modules: "moves of modules",
  strings: "renames in strings",
  decisions: "decisions about residue",
};

const VALUES: readonly UnsupportedValue[] = [
  { list: "symbols", key: "kind", value: "parameter", what: "renames of parameters" },
  { list: "symbols", key: "unknown_receivers", value: "closed-world", what: "closed-world receivers" },
];

const HANDLED = "this version handles symbols that are classes, functions, variables, methods or attributes";

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
    entry.faults.add("plan/unsupported", entry.path, `There are no ${what} yet: ${HANDLED}.`);
  }
  for (const refused of VALUES) {
    if (refused.list !== list || valueOf(entry, refused.key) !== refused.value) continue;
    const message = `${fullKey(entry, refused.key)}: there are no ${refused.what} yet: ${HANDLED}.`;
    entry.faults.add("plan/unsupported", [...entry.path, refused.key], message);
  }
}
