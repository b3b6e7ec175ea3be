import { canonicalJson } from "./canonical-json.ts";
import type { Report } from "./report.ts";

/** The report as it is written to a file: canonical JSON and a line end. */
export function renderJson(report: Report): string {
  return `${canonicalJson(report)}\n`;
}
