import { nameFault } from "../model/identifier.ts";
import type { EntryRef, ModuleTarget } from "../model/plan.ts";
import { hasInvisible } from "./has-invisible.ts";
import { fullKey, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";
import { readModuleName } from "./read-name.ts";

/** A `modules` entry. */
export function readModule(table: PlanTable, ref: EntryRef): ModuleTarget | null {
  const old = readModuleName(table, "old");
  const next = readModuleName(table, "new");
  if (next === null) return null;
  const add = (code: "name/invalid" | "name/no-op", message: string): void =>
    table.faults.add(code, [...table.path, "new"], `${fullKey(table, "new")}: ${message}`);
  if (old === next) {
    add("name/no-op", `the new name ${quote(next)} is the old name.`);
    return null;
  }
  for (const part of next.split(".")) {
    const fault =
      nameFault(part) ?? (hasInvisible(part) ? "written with characters that cannot be seen" : null);
    // A file may be called `match.py`: a soft keyword is refused only where a reader could take it for the statement.
    if (fault === null || fault === "a soft keyword") continue;
    add("name/invalid", `the part ${quote(part)} of the new name is ${fault}.`);
    return null;
  }
  return old === null ? null : { ...ref, old, new: next };
}
