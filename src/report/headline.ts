import { causes } from "./causes.ts";
import { count } from "./count.ts";
import type { Report } from "./report.ts";
import type { Totals } from "./totals.ts";

/** The whole report in one sentence, as in `Refused: 2 conflicts, 3 unresolved places; nothing was changed`. */
export function headline(report: Report, { edits, files, moves, conflicts, blocking }: Totals): string {
  const parts = [
    ...(edits === 0 ? [] : [`${count(edits, "edit")} in ${count(files, "file")}`]),
    ...(moves === 0 ? [] : [`${count(moves, "file")} moved`]),
  ];
  const changed = parts.length === 0 ? "nothing to change" : parts.join(", ");
  const reasons = causes(conflicts.length, blocking);
  switch (report.status) {
    case "dry_run":
      return `Safe to apply: ${changed}`;
    case "applied":
      return `Applied: ${changed}`;
    case "refused":
      return `Refused: ${reasons}; nothing was changed`;
    case "aborted":
      return `Aborted: ${reasons}; nothing was changed`;
    case "rolled_back":
      return `Rolled back: ${reasons}; every file is as it was`;
  }
}
