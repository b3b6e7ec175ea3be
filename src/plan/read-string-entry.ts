import { isDottedName } from "../model/identifier.ts";
import { STRING_KINDS, type EntryRef, type StringKind, type StringTarget } from "../model/plan.ts";
import { globFault, pathFault, plainPath } from "./path-fault.ts";
import { addFault, fullKey, readOption, readString, readStrings, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";

/** A `strings` entry. No `files` means all files. */
export function readStringEntry(table: PlanTable, ref: EntryRef): StringTarget | null {
  const kind = readOption(table, "kind", STRING_KINDS, null);
  const old = readText(table, "old", kind);
  const next = readText(table, "new", kind);
  const files = readStrings(table, "files", globFault);
  if (files?.length === 0) {
    addFault(table, "files", " names no file. Without the key the entry reaches all files.");
    return null;
  }
  if (old !== null && old === next) {
    const message = `${fullKey(table, "new")}: the new text ${quote(old)} is the old text.`;
    table.faults.add("name/no-op", [...table.path, "new"], message);
    return null;
  }
  if (kind === null || old === null || next === null || files === null) return null;
  return { ...ref, old, new: next, kind, files: files ?? [] };
}

function readText(table: PlanTable, key: "old" | "new", kind: StringKind | null): string | null {
  const text = readString(table, key);
  if (text === null || kind === null) return text;
  const fault = textFault(text, kind);
  if (fault === null) return text;
  addFault(table, key, `: ${fault}.`);
  return null;
}

function textFault(text: string, kind: StringKind): string | null {
  if (kind === "dotted") {
    return isDottedName(text) ? null : `expected a dotted name such as "pkg.mod", found ${quote(text)}`;
  }
  if (kind === "path") {
    const fault = pathFault(text);
    if (fault !== null) return fault;
    const plain = plainPath(text);
    if (plain === ".") return `the path ${quote(text)} is the repository itself`;
    return plain === text ? null : `the path ${quote(text)} is written ${quote(plain)}`;
  }
  if (text === "") return "expected a text, found an empty string";
  const isLine = !/[\0\n\r]/.test(text) && text.isWellFormed();
  return isLine ? null : `the text ${quote(text)} is not one line of text`;
}
