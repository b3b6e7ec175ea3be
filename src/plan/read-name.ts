import { isDottedName } from "../model/identifier.ts";
import { addFault, readString, valueOf, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";

/** A dotted name, however short; absent: missing. `example` ends the sentence "expected …". */
export function readDottedName(table: PlanTable, key: string, example: string): string | null {
  const text = readString(table, key);
  if (text === null || isDottedName(text)) return text;
  addFault(table, key, `: expected ${example}, found ${quote(text)}.`);
  return null;
}

const MODULE_EXAMPLE = 'a dotted module name such as "pkg.mod"';

/** The dotted name of a module, as an import would write it; absent: missing. */
export function readModuleName(table: PlanTable, key: string): string | null {
  const name = readDottedName(table, key, MODULE_EXAMPLE);
  if (name === null || !name.split(".").includes("__init__")) return name;
  const folder = name.slice(0, Math.max(0, name.indexOf("__init__") - 1));
  const advice = folder === "" ? "" : `: write ${quote(folder)}`;
  addFault(table, key, `: ${quote(name)} is a file; a package has the name of its folder${advice}.`);
  return null;
}

/** The same, where `__init__` at the end says that the file of a package is meant. */
export function readModuleFile(
  table: PlanTable,
  key: string,
): { readonly name: string; readonly isInit: boolean } | null {
  const text = valueOf(table, key);
  const [, name] = typeof text === "string" ? (/^(.+)\.__init__$/.exec(text) ?? []) : [];
  if (name !== undefined && isDottedName(name) && !name.split(".").includes("__init__"))
    return { name, isInit: true };
  const plain = readModuleName(table, key);
  return plain === null ? null : { name: plain, isInit: false };
}
