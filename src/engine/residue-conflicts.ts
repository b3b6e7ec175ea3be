import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { Plan } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { blocks, isUndecided } from "../model/residue-item.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";

/** One conflict an entry whose residue refuses the plan, at the first such place. */
export function residueConflicts(
  plan: Plan,
  residue: ReadonlyMap<ResolvedTarget, readonly ResidueItem[]>,
  advice: ReadonlyMap<ResolvedTarget, string>,
): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [resolved, items] of residue) {
    const { target, name } = resolved;
    const blocking = items.filter(blocks);
    const first = blocking[0];
    if (first !== undefined) {
      const places = blocking.length === 1 ? "One place" : `${blocking.length} places`;
      const message =
        `${places} could belong to ${name} and cannot be proved either way, so nothing is renamed. ` +
        `Give the place a type, or rewrite it so that it can be proved. ${advice.get(resolved) ?? ""}`.trimEnd();
      conflicts.push(conflict("residue/unresolved", target.entry, message, first));
    }
    const literals = items.filter((i) => i.reason === "string_literal" && isUndecided(i));
    const literal = literals[0];
    if (plan.strictStrings && literal !== undefined) {
      const message = `strict_strings is set, and ${literals.length} string literals name ${name}.`;
      conflicts.push(conflict("residue/strict-strings", target.entry, message, literal));
    }
  }
  return conflicts;
}
