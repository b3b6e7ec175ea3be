import { readFlag } from "./read-flag.ts";
import type { Plan } from "../model/plan.ts";
import { checkKeys } from "./check-keys.ts";
import { FaultList } from "./fault-list.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { readKeepPatterns } from "./keep-patterns.ts";
import { characterFault, pathFault, plainPath } from "./path-fault.ts";
import type { ParsedPlan } from "./parsed-plan.ts";
import type { PlanDocument } from "./plan-document.ts";
import { ENTRY_LISTS, PLAN_WIDE_KEYS } from "./plan-keys.ts";
import { addFault, addWrongKind, isTable, kindOf, readStrings, valueOf } from "./plan-table.ts";
import type { PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";
import { readDecision } from "./read-decision.ts";
import { entryTables, readEntries } from "./read-entries.ts";
import { readModule } from "./read-module.ts";
import { readStringEntry } from "./read-string-entry.ts";
import { readSymbol } from "./read-symbol.ts";

const KNOWN_KEYS = [...PLAN_WIDE_KEYS, ...ENTRY_LISTS];

/** The values of a document as a plan, or everything that is wrong with them. */
export function validatePlan(document: PlanDocument): ParsedPlan {
  const { value, places, notation } = document;
  const faults = new FaultList(places);
  if (!isTable(value)) {
    const what = kindOf(value, notation);
    faults.add("plan/invalid", [], `The plan must be ${notation.table}, found ${what}.`);
    return { ok: false, conflicts: faults.list(), notices: [] };
  }
  const table: PlanTable = { values: value, path: [], places, faults, notation };
  checkKeys(table, KNOWN_KEYS);
  checkEmpty(table);
  checkVersion(table);
  const { patterns, notices } = readKeepPatterns(table);
  const entries = {
    symbols: readEntries(table, "symbols", readSymbol),
    modules: readEntries(table, "modules", readModule),
    strings: readEntries(table, "strings", readStringEntry),
    decisions: readEntries(table, "decisions", readDecision),
  };
  for (const list of ENTRY_LISTS) {
    findDuplicates(list, entryTables(table, list));
  }
  const plan: Plan = {
    version: 1,
    repoRoot: readRepoRoot(table),
    sourceRoots: readSourceRoots(table),
    keepPatterns: patterns,
    strictStrings: readFlag(table, "strict_strings"),
    requireDecisions: readFlag(table, "require_decisions"),
    ...entries,
  };
  for (const path of document.repeated) {
    const message = `The key ${quote(String(path.at(-1)))} stands here a second time; only one of them can hold.`;
    faults.add("plan/invalid", path, message);
  }
  return faults.isEmpty ? { ok: true, plan, notices } : { ok: false, conflicts: faults.list(), notices };
}

function checkVersion(table: PlanTable): void {
  const version = valueOf(table, "version");
  // Plans that were written before there was a version number mean the first one.
  if (version === 1 || version === undefined) return;
  if (typeof version === "number" && Number.isInteger(version)) {
    const message = `version ${version} of the plan format is not supported; version 1 is.`;
    table.faults.add("plan/unsupported", ["version"], message);
  } else {
    addWrongKind(table, "version", "the integer 1");
  }
}

/** A plan whose only fault is a misspelt list is told about the spelling alone. */
function checkEmpty(table: PlanTable): void {
  const hasEntry = ENTRY_LISTS.some((list) => {
    const value = valueOf(table, list);
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  const hasStranger = Object.keys(table.values).some((key) => !KNOWN_KEYS.some((known) => known === key));
  if (hasEntry || hasStranger) return;
  const message = `The plan has no entry: say what to rename with ${table.notation.entryOf("symbols")}.`;
  table.faults.add("plan/invalid", [], message);
}

function readRepoRoot(table: PlanTable): string | null {
  const value = valueOf(table, "repo_root");
  if (value === undefined) return null;
  if (typeof value !== "string") {
    addWrongKind(table, "repo_root", "a path");
    return null;
  }
  const fault = characterFault(value);
  if (fault === null) return value;
  addFault(table, "repo_root", `: ${fault}.`);
  return null;
}

function readSourceRoots(table: PlanTable): readonly string[] | null {
  const roots = readStrings(table, "source_roots", pathFault);
  if (roots?.length === 0) {
    addFault(table, "source_roots", " names no folder. Without the key they are detected.");
  }
  return roots === undefined || roots === null ? null : [...new Set(roots.map(plainPath))];
}
