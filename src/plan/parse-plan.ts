import { conflict } from "../model/conflict.ts";
import type { ParsedPlan, PlanFault } from "./parsed-plan.ts";
import { readJson } from "./read-json.ts";
import { readToml } from "./read-toml.ts";
import { validatePlan } from "./validate-plan.ts";

export type { ParsedPlan };

/** UTF-16 code units. A plan of a thousand entries has a tenth of it. */
const LONGEST = 2 ** 20;

/**
 * The plan that a text is, or all that is wrong with it: faults of the plan are never thrown. Both formats have the
 * same keys. A leading byte order mark is passed over.
 */
export function parsePlan(text: string, format: "toml" | "json"): ParsedPlan {
  if (text.length > LONGEST) {
    const message = `The plan has ${text.length} characters; at most ${LONGEST} (1 MiB) are read. Split it.`;
    return refused(conflict("plan/invalid", "", message));
  }
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const read = format === "toml" ? readToml(plain) : readJson(plain);
  return read.ok ? validatePlan(read.document) : refused(read.fault);
}

function refused(fault: PlanFault): ParsedPlan {
  return { ok: false, conflicts: [fault], notices: [] };
}
