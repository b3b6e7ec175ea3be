import { isDottedName, isDunder, nameFault, type NameFault } from "../model/identifier.ts";
import { hasInvisible } from "./has-invisible.ts";
import { fullKey, readString, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";

type NameCode = "name/invalid" | "name/no-op" | "name/reserved";

/**
 * The new last component of `name`, which is null where the entry's `name` is no name itself. Absent: missing. The
 * faults have the codes `name/invalid`, `name/no-op` and `name/reserved`.
 */
export function readNewName(table: PlanTable, name: string | null): string | null {
  const newName = readString(table, "new_name");
  const old = name === null ? null : name.slice(name.lastIndexOf(".") + 1);
  const add = (key: string, code: NameCode, rest: string): void =>
    table.faults.add(code, [...table.path, key], `${fullKey(table, key)}: ${rest}`);

  const isReserved = old !== null && isDunder(old);
  if (isReserved) {
    add("name", "name/reserved", `${quote(old)} has a meaning of its own to Python and cannot be renamed.`);
  }
  if (newName === null) return null;
  const fault = newNameFault(newName, name, old);
  if (fault !== null) add("new_name", ...fault);
  return isReserved || fault !== null ? null : newName;
}

type Fault = readonly [code: NameCode, message: string];

function newNameFault(newName: string, name: string | null, old: string | null): Fault | null {
  const shown = quote(newName);
  if (newName === old) return ["name/no-op", `the new name ${shown} is the old name.`];
  if (newName.includes(".") && isDottedName(newName)) return ["name/invalid", dottedFault(newName, name)];
  const fault = nameFault(newName);
  if (fault !== null) return ["name/invalid", FAULTS[fault](newName)];
  if (hasInvisible(newName)) return ["name/invalid", `${shown} holds characters that cannot be seen.`];
  if (newName === old?.normalize("NFKC")) {
    return ["name/no-op", `Python reads ${shown} and the old name ${quote(old)} as one name.`];
  }
  if (isDunder(newName)) {
    return ["name/reserved", `${shown} is a name of the form that Python keeps for itself.`];
  }
  return null;
}

function dottedFault(newName: string, name: string | null): string {
  const parent = name?.slice(0, name.lastIndexOf(".") + 1) ?? "";
  const last = newName.slice(newName.lastIndexOf(".") + 1);
  const advice = newName === parent + last ? `; the new name is the last part alone: ${quote(last)}` : "";
  return `a dotted new name is a move, not a rename: found ${quote(newName)}${advice}.`;
}

const FAULTS: Readonly<Record<NameFault, (newName: string) => string>> = {
  "a keyword": (newName) => `${quote(newName)} is a keyword of Python.`,
  "a soft keyword": (newName) =>
    `${quote(newName)} is a soft keyword: Python gives it a meaning in some places, so it is refused as a new name.`,
  "not in Unicode normal form NFKC": (newName) => {
    const normal = newName.normalize("NFKC");
    const lookAlike =
      newName.normalize("NFC") === normal ? " They look alike, and are written differently." : "";
    return `Python would read ${quote(newName)} as its normal form NFKC: write ${quote(normal)}.${lookAlike}`;
  },
  "no identifier": (newName) =>
    newName === ""
      ? "expected an identifier, found an empty string."
      : `${quote(newName)} is no identifier: letters, digits and "_", a digit not first.`,
};
