import type { FaultList } from "./fault-list.ts";
import type { KeyPath, KeyPlaces } from "./key-places.ts";
import type { Notation } from "./notation.ts";
import { nearestNames } from "../model/nearest-names.ts";
import { quote } from "./quote.ts";

/**
 * The plan itself or one of its entries, and where faults in it go. Every `read…` function gives null and adds a fault
 * for a value that it cannot take; what an absent key gives, each one says.
 */
export interface PlanTable {
  /** Values of any kind. Read own keys only: the text may name `__proto__`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Empty for the plan itself. */
  readonly path: KeyPath;
  readonly places: KeyPlaces;
  readonly faults: FaultList;
  readonly notation: Notation;
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Undefined for a key that is absent. */
export function valueOf(table: PlanTable, key: string): unknown {
  return Object.hasOwn(table.values, key) ? table.values[key] : undefined;
}

/** The key as messages name it: `symbols[2].new_name`, `keep_patterns[0]`. */
export function fullKey(table: PlanTable, key: string, index?: number): string {
  const [list, entry] = table.path;
  const owner = list === undefined ? "" : `${list}[${entry}].`;
  return `${owner}${key}${index === undefined ? "" : `[${index}]`}`;
}

export function addFault(table: PlanTable, key: string, rest: string): void {
  table.faults.add("plan/invalid", [...table.path, key], `${fullKey(table, key)}${rest}`);
}

export function addMissing(table: PlanTable, key: string, advice = ""): void {
  table.faults.add("plan/invalid", table.path, `${fullKey(table, key)} is missing.${advice}`);
}

export function addWrongKind(table: PlanTable, key: string, expected: string): void {
  addFault(table, key, `: expected ${expected}, found ${kindOf(valueOf(table, key), table.notation)}.`);
}

/** A string; absent: missing. */
export function readString(table: PlanTable, key: string): string | null {
  const value = valueOf(table, key);
  if (value === undefined) addMissing(table, key);
  else if (typeof value === "string") return value;
  else addWrongKind(table, key, "a string");
  return null;
}

/** One of the options; absent: `absent`, or missing when that is null. */
export function readOption<Option extends string>(
  table: PlanTable,
  key: string,
  options: readonly Option[],
  absent: Option | null,
): Option | null {
  const value = valueOf(table, key);
  const choice = `one of ${options.map(quote).join(", ")}`;
  if (value === undefined) {
    if (absent === null) addMissing(table, key, ` It is ${choice}.`);
    return absent;
  }
  if (typeof value !== "string") {
    addWrongKind(table, key, choice);
    return null;
  }
  const option = options.find((known) => known === value);
  if (option !== undefined) return option;
  const [near] = nearestNames(value, options, 1);
  const advice = near === undefined ? "" : ` Did you mean ${quote(near)}?`;
  addFault(table, key, `: expected ${choice}, found ${quote(value)}.${advice}`);
  return null;
}

/** A list of strings, each of which `fault` finds nothing wrong with; absent: undefined. */
export function readStrings(
  table: PlanTable,
  key: string,
  fault: (text: string) => string | null,
): readonly string[] | null | undefined {
  const value = valueOf(table, key);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    addWrongKind(table, key, "a list of strings");
    return null;
  }
  const texts: string[] = [];
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    const wrong =
      typeof item === "string" ? fault(item) : `expected a string, found ${kindOf(item, table.notation)}`;
    if (wrong !== null) {
      const message = `${fullKey(table, key, index)}: ${wrong}.`;
      table.faults.add("plan/invalid", [...table.path, key, index], message);
    } else if (typeof item === "string") texts.push(item);
  }
  return texts.length === value.length ? texts : null;
}

/** What a value is, in words: a string with its text, "a list", "the integer 3". */
export function kindOf(value: unknown, notation: Notation): string {
  if (typeof value === "string") return `the string ${quote(value)}`;
  if (typeof value === "bigint") return "an integer too large to be exact";
  if (typeof value === "number") return `the ${Number.isInteger(value) ? "integer" : "number"} ${value}`;
  if (typeof value === "boolean" || value === null) return String(value);
  if (Array.isArray(value)) return "a list";
  return value instanceof Date ? "a date or time" : notation.table;
}
