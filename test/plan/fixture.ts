import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders with a `plan.toml` or `plan.json` and an `expected.txt`. */
export const FIXTURES = join(import.meta.dirname, "../../fixtures/plan");

export const LEAVES: readonly string[] = readdirSync(FIXTURES).sort();

export interface PlanFile {
  readonly text: string;
  readonly format: "toml" | "json";
}

export function readFixture(leaf: string): PlanFile {
  const folder = join(FIXTURES, leaf);
  const format = readdirSync(folder).includes("plan.json") ? "json" : "toml";
  return { format, text: readFileSync(join(folder, `plan.${format}`), "utf8") };
}
