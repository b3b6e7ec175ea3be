import type { Suggestion } from "../model/residue-item.ts";
import type { Report } from "./report.ts";

/** All that a report suggests, in the order of its places. */
export function suggested(report: Report): readonly Suggestion[] {
  return report.outcomes.flatMap(({ residue }) =>
    residue.flatMap(({ suggestion }) => (suggestion === undefined ? [] : [suggestion])),
  );
}

/** What stands over the entries that are suggested. */
export const SUGGESTED =
  "Some of these places name what is renamed beyond doubt. In the plan this would rename them too:";
