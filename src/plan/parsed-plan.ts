import type { Conflict } from "../model/conflict.ts";
import type { Plan } from "../model/plan.ts";

/** Wrong plan text. `path` is "": the text does not know its file. `line` and `column` are places in the text. */
export type PlanFault = Conflict;

/** Notices are remarks that do not refuse the plan. */
export type ParsedPlan =
  | { readonly ok: true; readonly plan: Plan; readonly notices: readonly string[] }
  | { readonly ok: false; readonly conflicts: readonly PlanFault[]; readonly notices: readonly string[] };
