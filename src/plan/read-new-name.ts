import { isDottedName, isDunder, nameFault, type NameFault } from "../model/identifier.ts";
import { fullKey, readString, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";

/**
 * The new last component of `name`, which may be null where it is no name itself. Absent: missing. The faults have the
 * codes `name/invalid`, `name/no-op` and `name/reserved`.
 */
export function readNewName(table: PlanTable, name: string | null): string | null {
  const newName = readString(table, "new_name");
  const old = name === null ? null : name.slice(name.lastIndexOf(".") + 1);
  const add = (code: "name/invalid" | "name/no-op" | "name/reserved", key: string, rest: string): void =>
    table.faults.add(code, [...table.path, key], `${fullKey(table, key)}: ${rest}`);

  if (newName !== null && newName === old) {
    add("name/no-op", "new_name", `the new name ${quote(newName)} is the old name.`);
    return null;
  }
  let accepted = newName;
  if (old !== null && isDunder(old)) {
    add("name/reserved", "name", `${quote(old)} has a meaning of its own to Python and cannot be renamed.`);
    accepted = null;
  }
  if (newName === null) return null;
  const wrong = newNameFault(newName, name);
  if (wrong !== null) add("name/invalid", "new_name", wrong);
  else if (newName.normalize("NFKC") === old?.normalize("NFKC")) {
    add(
      "name/no-op",
      "new_name",
      `Python reads ${quote(newName)} and the old name ${quote(old)} as one name.`,
    );
  } else if (isDunder(newName)) {
    add("name/reserved", "new_name", `${quote(newName)} is a name of the form that Python keeps for itself.`);
  } else return accepted;
  return null;
}

function newNameFault(newName: string, name: string | null): string | null {
  if (newName.includes(".") && isDottedName(newName)) {
    const parent = name?.slice(0, name.lastIndexOf(".") + 1) ?? "";
    const last = newName.slice(newName.lastIndexOf(".") + 1);
    const sameParent = parent !== "" && newName === parent + last;
    const advice = sameParent ? `; the new name is the last part alone: ${quote(last)}` : "";
    return `a dotted new name is a move, not a rename: found ${quote(newName)}${advice}.`;
  }
  const fault = nameFault(newName);
  return fault === null ? null : FAULTS[fault](newName);
}

const FAULTS: Readonly<Record<NameFault, (newName: string) => string>> = {
  "a keyword": (newName) => `${quote(newName)} is a keyword of Python.`,
  "a soft keyword": (newName) =>
    `${quote(newName)} is a soft keyword: Python gives it a meaning in some places, so it is refused as a new name.`,
  "not in Unicode normal form NFKC": (newName) =>
    `Python would read ${quote(newName)} as its normal form NFKC: write ${quote(newName.normalize("NFKC"))}.`,
  "no identifier": (newName) =>
    newName === ""
      ? "expected an identifier, found an empty string."
      : `${quote(newName)} is no identifier: letters, digits and "_", a digit not first.`,
};
