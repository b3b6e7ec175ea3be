import type { EntryRef } from "../model/plan.ts";
import { checkKeys } from "./check-keys.ts";
import { ENTRY_KEYS, type EntryList } from "./plan-keys.ts";
import { isTable, kindOf, valueOf, type PlanTable } from "./plan-table.ts";

/** Far more than a wave of renames has; it keeps the reading of a hostile plan short. */
const MOST_ENTRIES = 10_000;

/** Makes an entry of its table, or adds faults and gives null. */
export type EntryReader<Entry> = (table: PlanTable, ref: EntryRef) => Entry | null;

/** The tables of an entry list, as they are; items that are no tables, or beyond the limit, are left out. */
export function entryTables(plan: PlanTable, list: EntryList): readonly PlanTable[] {
  const value = valueOf(plan, list);
  if (!Array.isArray(value)) return [];
  const tables: PlanTable[] = [];
  for (const [index, item] of value.slice(0, MOST_ENTRIES).entries()) {
    if (isTable(item)) tables.push({ ...plan, values: item, path: [list, index] });
  }
  return tables;
}

/** Reads every entry of a list; adds faults for a list that is none, items that are no tables, and unknown keys. */
export function readEntries<Entry>(
  plan: PlanTable,
  list: EntryList,
  read: EntryReader<Entry>,
): readonly Entry[] {
  checkItems(plan, list);
  const entries: Entry[] = [];
  for (const table of entryTables(plan, list)) {
    checkKeys(table, ENTRY_KEYS[list]);
    const { line } = table.places.placeOf(table.path);
    const entry = read(table, { entry: `${list}[${table.path[1]}]`, line });
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function checkItems(plan: PlanTable, list: EntryList): void {
  const value = valueOf(plan, list);
  if (value === undefined) return;
  const { faults, notation } = plan;
  if (!Array.isArray(value)) {
    const what = kindOf(value, notation);
    const advice = `An entry is written as ${notation.entryOf(list)}.`;
    faults.add("plan/invalid", [list], `${list}: expected a list of entries, found ${what}. ${advice}`);
    return;
  }
  if (value.length > MOST_ENTRIES) {
    const message = `${list} has ${value.length} entries; at most ${MOST_ENTRIES} are read. Split the plan.`;
    faults.add("plan/invalid", [list], message);
  }
  for (const [index, item] of value.slice(0, MOST_ENTRIES).entries()) {
    if (isTable(item)) continue;
    const what = kindOf(item, notation);
    faults.add(
      "plan/invalid",
      [list, index],
      `${list}[${index}]: expected ${notation.table}, found ${what}.`,
    );
  }
}
