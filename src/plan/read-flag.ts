import { addWrongKind, valueOf, type PlanTable } from "./plan-table.ts";

/** A key that is true or false; absent: false. */
export function readFlag(table: PlanTable, key: string): boolean {
  const value = valueOf(table, key);
  if (value === undefined || value === true || value === false) return value === true;
  addWrongKind(table, key, "true or false");
  return false;
}
