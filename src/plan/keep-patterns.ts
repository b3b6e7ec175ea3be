import { globFault, plainPath } from "./path-fault.ts";
import { ENTRY_LISTS, KEEP_PATTERNS } from "./plan-keys.ts";
import { readStrings, valueOf, type PlanTable } from "./plan-table.ts";
import { entryTables } from "./read-entries.ts";

export interface KeepPatterns {
  /** Globs relative to the repository, each once, in the order of the text. */
  readonly patterns: readonly string[];
  readonly notices: readonly string[];
}

/** The `keep_patterns` of the plan and those that stand in entries: all hold for the whole plan. */
export function readKeepPatterns(plan: PlanTable): KeepPatterns {
  const patterns = [...(readStrings(plan, KEEP_PATTERNS, globFault) ?? [])];
  const inEntries: string[] = [];
  for (const list of ENTRY_LISTS) {
    for (const entry of entryTables(plan, list)) {
      if (valueOf(entry, KEEP_PATTERNS) === undefined) continue;
      const { line } = plan.places.placeOf([...entry.path, KEEP_PATTERNS]);
      inEntries.push(`${list}[${entry.path[1]}]${line === 0 ? "" : ` (line ${line})`}`);
      patterns.push(...(readStrings(entry, KEEP_PATTERNS, globFault) ?? []));
    }
  }
  return { patterns: [...new Set(patterns.map(plainPath))], notices: notices(inEntries, plan) };
}

function notices(inEntries: readonly string[], plan: PlanTable): readonly string[] {
  const [first, ...others] = inEntries;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and in ${others.length} more`;
  const where = `${KEEP_PATTERNS} stands in ${first}${more}`;
  return [`${where}; it is taken for the whole plan, and belongs ${plan.notation.planWide}.`];
}
