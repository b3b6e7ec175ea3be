import { nearestNames } from "../model/nearest-names.ts";
import { KEEP_PATTERNS, PLAN_WIDE_KEYS } from "./plan-keys.ts";
import { addFault, fullKey, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";

/**
 * Adds a fault for every key of the table that is none of `known`. In an entry `keep_patterns` is let pass
 * (`readKeepPatterns` takes it), and the other keys that hold for the whole plan are told where to stand.
 */
export function checkKeys(table: PlanTable, known: readonly string[]): void {
  const isEntry = table.path.length > 0;
  for (const key of Object.keys(table.values)) {
    if (known.includes(key) || (isEntry && key === KEEP_PATTERNS)) continue;
    if (isEntry && PLAN_WIDE_KEYS.some((planWide) => planWide === key)) {
      addFault(table, key, ` holds for the whole plan: it must stand ${table.notation.planWide}.`);
    } else {
      const path = [...table.path, key];
      table.faults.add(
        "plan/invalid",
        path,
        `${owner(table)}unknown key ${quote(key)}. ${advice(key, known)}`,
      );
    }
  }
}

function owner(table: PlanTable): string {
  return table.path.length === 0 ? "" : `${fullKey(table, "").slice(0, -1)}: `;
}

function advice(key: string, known: readonly string[]): string {
  const [near] = nearestNames(key, known, 1);
  return near === undefined ? `The keys here are ${known.join(", ")}.` : `Did you mean ${quote(near)}?`;
}
