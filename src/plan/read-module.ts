import { nameFault } from "../model/identifier.ts";
import type { EntryRef, ModuleTarget } from "../model/plan.ts";
import { hasInvisible } from "./has-invisible.ts";
import { addFault, fullKey, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";
import { readModuleFile } from "./read-name.ts";

/** A `modules` entry. `__init__` at the end of one of its names says what the module becomes, or ceases to be. */
export function readModule(table: PlanTable, ref: EntryRef): ModuleTarget | null {
  const from = readModuleFile(table, "old");
  const to = readModuleFile(table, "new");
  if (to === null) return null;
  const [old, next] = [from?.name ?? null, to.name];
  const becomes = from?.isInit === to.isInit ? null : to.isInit ? "package" : "module";
  const add = (code: "name/invalid" | "name/no-op", message: string): void =>
    table.faults.add(code, [...table.path, "new"], `${fullKey(table, "new")}: ${message}`);
  if (from?.isInit === true && to.isInit) {
    const message = `: write ${quote(from.name)} and ${quote(next)} to move a package with all that is in it.`;
    addFault(table, "new", message);
    return null;
  }
  if (old === next && becomes === null) {
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
  return old === null ? null : { ...ref, old, new: next, becomes };
}
