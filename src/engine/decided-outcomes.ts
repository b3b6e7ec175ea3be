import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { RenameOutcome } from "../model/outcome.ts";
import { isUndecided } from "../model/residue-item.ts";

/** One conflict an entry that leaves places which nobody has decided about, at the first of them. */
export function undecided(outcomes: readonly RenameOutcome[]): readonly Conflict[] {
  return outcomes.flatMap(({ entry, residue }) => {
    const open = residue.filter(isUndecided);
    const [first] = open;
    if (first === undefined) return [];
    const many = open.length === 1 ? "One place has no decision" : `${open.length} places have no decision`;
    const message = `require_decisions is set, and ${many}. Rename or keep each with [[decisions]].`;
    return [conflict("decision/missing", entry, message, first)];
  });
}

/** The outcome with the count of what the plan's decisions rename and keep of it. */
export function withDecisions(outcome: RenameOutcome): RenameOutcome {
  const count = (action: "rename" | "keep") => outcome.residue.filter((i) => i.decision === action).length;
  const decided = { renamed: count("rename"), kept: count("keep") };
  return decided.renamed + decided.kept === 0 ? outcome : { ...outcome, decided };
}

/** What a decision renames is nothing that is left, once the plan holds. */
export function withoutRenamed(outcome: RenameOutcome): RenameOutcome {
  return { ...outcome, residue: outcome.residue.filter((item) => item.decision !== "rename") };
}
