import type { Conflict } from "../model/conflict.ts";
import { escapeText } from "./escape-text.ts";
import type { Report } from "./report.ts";
import type { View } from "./view.ts";

/** What a person can do now, one sentence a line; the command is for a shell and stands alone. */
export interface NextStep {
  readonly text: string;
  readonly command: string | null;
}

export function nextStep(report: Report, view: Pick<View, "applyCommand">): NextStep | null {
  switch (report.status) {
    case "dry_run":
      if (report.operations.length === 0) return null;
      return view.applyCommand === null
        ? null
        : { text: "Nothing was written yet. To apply:", command: escapeText(view.applyCommand) };
    case "applied":
      return null;
    case "refused":
      return { text: afterConflicts(report.conflicts), command: null };
    case "aborted":
      return { text: "The files changed while the run was at work: run it again.", command: null };
    case "rolled_back":
      return { text: "See why the file could not be written, and run it again.", command: null };
  }
}

function afterConflicts(conflicts: readonly Conflict[]): string {
  const codes = conflicts.map(({ code }) => code);
  if (codes.every((code) => code.startsWith("residue/"))) {
    return (
      "Say in the code what these places mean (often an annotation of the receiver is enough), change them by hand " +
      "first, or decide about each with [[decisions]] in the plan; then run it again."
    );
  }
  if (codes.every((code) => code.startsWith("residue/") || code.startsWith("decision/"))) {
    return "Mend the decisions in the plan, and run it again.";
  }
  if (codes.includes("plan/root")) return "Name a folder that can be used, and run it again.";
  if (codes.every((code) => code === "plan/unsupported")) {
    return "Leave out what this version cannot do, and run it again.";
  }
  if (codes.some((code) => code.startsWith("plan/"))) {
    const hasFile = conflicts.some(({ path }) => path !== "");
    return hasFile ? "Correct the plan, and run it again." : "Correct the arguments, and run it again.";
  }
  return "Resolve the conflicts in the code or in the plan, and run it again.";
}
