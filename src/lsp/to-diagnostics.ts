import type { Diagnostic } from "../engine/ports.ts";
import { isRecord } from "./is-record.ts";
import { malformed, toList, toRange, toText } from "./wire.ts";

/** LSP's DiagnosticSeverity, 1 to 4. */
const SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** Reads the items of a diagnostic report. A missing severity is an error; a missing or numeric code is no rule. */
export function toDiagnostics(items: unknown): readonly Diagnostic[] {
  return toList(items, "a list of diagnostics").map((item) => {
    if (!isRecord(item)) throw malformed("a diagnostic", item);
    const { severity, code } = item;
    return {
      range: toRange(item["range"]),
      severity: (typeof severity === "number" ? SEVERITIES[severity - 1] : undefined) ?? "error",
      message: toText(item["message"], "a diagnostic's message"),
      rule: typeof code === "string" ? code : null,
    };
  });
}
