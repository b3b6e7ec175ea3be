import { REPORT_SCHEMA } from "./report.ts";
import type { Report } from "./report.ts";

export type ReadReport =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly message: string };

/** Reads the text of a report. It trusts a document that calls itself one and has its lists; the schema says the rest. */
export function readReport(text: string): ReadReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: "it is no JSON" };
  }
  if (!isRecord(value) || typeof value["schema"] !== "string") {
    return { ok: false, message: "it is no rename-plan report" };
  }
  if (value["schema"] !== REPORT_SCHEMA) {
    return {
      ok: false,
      message: `its schema is "${value["schema"]}", and this version reads "${REPORT_SCHEMA}"`,
    };
  }
  return isReport(value)
    ? { ok: true, report: value }
    : { ok: false, message: "parts of the report are missing" };
}

function isReport(value: Record<string, unknown>): value is Record<string, unknown> & Report {
  return (
    typeof value["status"] === "string" &&
    typeof value["safe_to_apply"] === "boolean" &&
    isListOf(value["conflicts"], (c) => hasTexts(c, "code", "message", "entry", "path")) &&
    isListOf(value["outcomes"], isOutcome) &&
    isListOf(value["operations"], (o) => hasTexts(o, "path", "digest")) &&
    isListOf(value["notices"], (n) => typeof n === "string")
  );
}

function isOutcome(value: unknown): boolean {
  if (!isRecord(value) || !hasTexts(value, "entry", "target", "kind", "status")) return false;
  const plan = value["plan"];
  return (
    isRecord(plan) &&
    isListOf(plan["files"], (f) => isRecord(f) && hasTexts(f, "path") && isListOf(f["edits"], isRecord)) &&
    isListOf(plan["moves"], (m) => hasTexts(m, "old", "new")) &&
    isListOf(value["residue"], (r) => hasTexts(r, "path", "text", "reason", "detail"))
  );
}

function isListOf(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function hasTexts(value: unknown, ...keys: readonly string[]): boolean {
  return isRecord(value) && keys.every((key) => typeof value[key] === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
