import { writeSuggestions } from "../plan/write-plan.ts";
import type { Report } from "../report/report.ts";
import { suggested } from "../report/suggested.ts";

/** What a report suggests, as entries to paste into the plan, cut to a number of places; "" where nothing is suggested. */
export function suggestionBlock(report: Report, most: number): string {
  const all = suggested(report);
  const more = all.length - most;
  const block = writeSuggestions(all.slice(0, most));
  return more > 0 ? `${block}\n# … and for ${more} more places: --propose FILE writes them all.\n` : block;
}
