import { blocks } from "../model/residue-item.ts";
import { causes } from "./causes.ts";
import { count } from "./count.ts";
import type { ReportOutcome } from "./report.ts";
import type { Totals } from "./totals.ts";

/** What an entry changes, or what stands in its way. */
export function entryResult({ entry, plan, residue, status }: ReportOutcome, { conflicts }: Totals): string {
  if (status === "dry_run" || status === "applied") {
    const parts = [
      ...(plan.edit_count === 0
        ? []
        : [`${count(plan.edit_count, "edit")} in ${count(plan.file_count, "file")}`]),
      ...(plan.moves.length === 0 ? [] : [`${count(plan.moves.length, "file")} moved`]),
    ];
    return parts.length === 0 ? "nothing to change" : parts.join(", ");
  }
  const own = conflicts.filter((conflict) => conflict.entry === entry);
  return causes(own.length, residue.filter(blocks)) || "no conflict";
}
