import type { Conflict } from "../model/conflict.ts";
import type { Plan } from "../model/plan.ts";
import { parsePlan } from "../plan/parse-plan.ts";
import { nameArguments } from "./plan-from-arguments.ts";
import type { PlanText } from "./plan-text.ts";

export type Understood =
  | { readonly ok: true; readonly plan: Plan; readonly notices: readonly string[] }
  | { readonly ok: false; readonly conflicts: readonly Conflict[]; readonly notices: readonly string[] };

/** Parses a plan; its faults get the name of the file, or of the argument, that they are in. */
export function understandPlan(source: PlanText): Understood {
  const parsed = parsePlan(source.text, source.format);
  if (!parsed.ok) {
    const conflicts = parsed.conflicts.map((conflict) => placed(conflict, source));
    return { ok: false, conflicts, notices: parsed.notices };
  }
  const { plan, notices } = parsed;
  if (source.fileName !== null) return { ok: true, plan, notices };
  return {
    ok: true,
    plan: {
      ...plan,
      symbols: plan.symbols.map((symbol) => ({ ...symbol, line: 0 })),
      modules: plan.modules.map((module) => ({ ...module, line: 0 })),
    },
    notices,
  };
}

function placed(conflict: Conflict, source: PlanText): Conflict {
  if (source.fileName !== null) return { ...conflict, path: source.fileName };
  return { ...conflict, message: nameArguments(conflict.message), entry: "", path: "", line: 0, column: 0 };
}
