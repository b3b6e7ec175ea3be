import { DECISION_ACTIONS, type Decision, type EntryRef } from "../model/plan.ts";
import { pathFault, plainPath } from "./path-fault.ts";
import {
  addFault,
  addMissing,
  addWrongKind,
  readOption,
  readString,
  valueOf,
  type PlanTable,
} from "./plan-table.ts";
import { quote } from "./quote.ts";

/** A `decisions` entry. Whether the line reads as the entry says is not known here. */
export function readDecision(table: PlanTable, ref: EntryRef): Decision | null {
  const path = readPath(table);
  const at = readLine(table);
  const text = readLineText(table);
  const action = readOption(table, "action", DECISION_ACTIONS, null);
  if (path === null || at === null || text === null || action === null) return null;
  return { ...ref, path, at, text, action };
}

function readPath(table: PlanTable): string | null {
  const path = readString(table, "path");
  if (path === null) return null;
  const isFolder = path.endsWith("/") || plainPath(path) === ".";
  const fault = pathFault(path) ?? (isFolder ? `the path ${quote(path)} is a folder` : null);
  if (fault === null) return plainPath(path);
  addFault(table, "path", `: ${fault}.`);
  return null;
}

function readLine(table: PlanTable): number | null {
  const value = valueOf(table, "line");
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  if (value === undefined) addMissing(table, "line");
  else addWrongKind(table, "line", "a line number, from 1");
  return null;
}

function readLineText(table: PlanTable): string | null {
  const text = readString(table, "text");
  if (text === null) return null;
  if (text !== "" && text === text.trim() && !/[\0\n\r]/.test(text)) return text;
  addFault(table, "text", `: expected the line as it reads, stripped, found ${quote(text)}.`);
  return null;
}
