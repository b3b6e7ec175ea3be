import {
  DECISION_ACTIONS,
  type DecidedPlace,
  type Decision,
  type DecisionAction,
  type EntryRef,
} from "../model/plan.ts";
import { RESIDUE_REASONS } from "../model/residue-item.ts";
import { globFault, pathFault, plainPath } from "./path-fault.ts";
import {
  addFault,
  addMissing,
  addWrongKind,
  readOption,
  readString,
  readStrings,
  valueOf,
  type PlanTable,
} from "./plan-table.ts";
import { quote } from "./quote.ts";

/**
 * A `decisions` entry: about one place (`path`, `line`, `text`), or about many (`reason`, `paths`). Whether the line reads as the
 * entry says is not known here.
 */
export function readDecision(table: PlanTable, ref: EntryRef): Decision | null {
  const action = readOption(table, "action", DECISION_ACTIONS, null);
  const symbol = readSymbol(table);
  const has = (key: string) => valueOf(table, key) !== undefined;
  const isMany = (has("reason") || has("paths")) && !has("path");
  if (!isMany && !["path", "line", "column", "text"].some(has)) {
    const message = `${table.path.join("[")}] is about no place: give it path, line and text for one, or reason and paths for many.`;
    table.faults.add("plan/invalid", table.path, message);
    return null;
  }
  const about = isMany ? readMany(table, symbol) : readPlace(table);
  if (about === null || action === null || symbol === undefined) return null;
  return decisionOf(ref, action, symbol, about);
}

type About = { readonly place: DecidedPlace } | Pick<Decision, "reason" | "paths">;

function decisionOf(ref: EntryRef, action: DecisionAction, symbol: string | null, about: About): Decision {
  return { ...ref, action, symbol, place: null, reason: null, paths: [], ...about };
}

function readPlace(table: PlanTable): About | null {
  for (const key of ["reason", "paths"]) {
    if (valueOf(table, key) === undefined) continue;
    addFault(
      table,
      key,
      " is for a decision about many places, and path for one about a single place: keep one of them.",
    );
  }
  const path = readPath(table);
  const line = readCount(table, "line");
  const column = valueOf(table, "column") === undefined ? null : readCount(table, "column");
  const text = readLineText(table);
  if (path === null || line === null || text === null) return null;
  return { place: { path, line, column, text } };
}

function readMany(table: PlanTable, symbol: string | null | undefined): About | null {
  for (const key of ["line", "column", "text"]) {
    if (valueOf(table, key) === undefined) continue;
    addFault(table, key, " is for a decision about one place, which needs a path.");
  }
  const hasReason = valueOf(table, "reason") !== undefined;
  const reason = hasReason ? readOption(table, "reason", RESIDUE_REASONS, null) : null;
  const paths = readStrings(table, "paths", globFault);
  if (paths?.length === 0)
    addFault(table, "paths", " names no file. Without the key the decision reaches all files.");
  if (reason === "unparseable") {
    addFault(table, "reason", ": what cannot be parsed is decided place by place.");
  }
  if (reason === "unresolved" && symbol === null) {
    addFault(
      table,
      "reason",
      ': "unresolved" places are decided one by one, or together with the symbol that they may be: add symbol = "package.module:Name".',
    );
  }
  const isReadable = !hasReason || reason !== null;
  return isReadable && paths !== null ? { reason, paths: paths ?? [] } : null;
}

/** Null where the key is absent, undefined for a value that is none. */
function readSymbol(table: PlanTable): string | null | undefined {
  if (valueOf(table, "symbol") === undefined) return null;
  const symbol = readString(table, "symbol");
  if (symbol === null) return undefined;
  if (symbol !== "" && symbol === symbol.trim()) return symbol;
  addFault(
    table,
    "symbol",
    `: expected what an entry renames, as in "package.module:Name", found ${quote(symbol)}.`,
  );
  return undefined;
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

function readCount(table: PlanTable, key: "line" | "column"): number | null {
  const value = valueOf(table, key);
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  if (value === undefined) addMissing(table, key);
  else addWrongKind(table, key, `a ${key} number, from 1`);
  return null;
}

function readLineText(table: PlanTable): string | null {
  const text = readString(table, "text");
  if (text === null) return null;
  if (text !== "" && text === text.trim() && !/[\0\n\r]/.test(text)) return text;
  addFault(table, "text", `: expected the line as it reads, stripped, found ${quote(text)}.`);
  return null;
}
