import { SYMBOL_KINDS, UNKNOWN_RECEIVERS, type EntryRef, type SymbolTarget } from "../model/plan.ts";
import { readFlag } from "./read-flag.ts";
import { addMissing, readOption, valueOf, type PlanTable } from "./plan-table.ts";
import { readDottedName, readModuleName } from "./read-name.ts";
import { readNewName } from "./read-new-name.ts";

const NAME_EXAMPLE = 'a name such as "Class", "function", "Class.member" or "function.parameter"';

/** A `symbols` entry. Whether the module defines the name is not known here. */
export function readSymbol(table: PlanTable, ref: EntryRef): SymbolTarget | null {
  const module = readModule(table);
  const name = readDottedName(table, "name", NAME_EXAMPLE);
  const newName = readNewName(table, name);
  const kind = readOption(table, "kind", SYMBOL_KINDS, "auto");
  const unknownReceivers = readOption(table, "unknown_receivers", UNKNOWN_RECEIVERS, "refuse");
  const keepExports = readFlag(table, "keep_exports");
  if (module === null || name === null || newName === null || kind === null || unknownReceivers === null) {
    return null;
  }
  return { ...ref, module, name, newName, kind, unknownReceivers, keepExports };
}

function readModule(table: PlanTable): string | null {
  if (valueOf(table, "module") !== undefined) return readModuleName(table, "module");
  addMissing(table, "module", ` A name needs its module: ${table.notation.pair("module", '"pkg.mod"')}.`);
  return null;
}
