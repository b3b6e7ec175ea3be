import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import type { Conflict } from "../../src/model/conflict.ts";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import schema from "../../schema/plan.schema.json" with { type: "json" };
import { LEAVES, readFixture, type PlanFile } from "./fixture.ts";

const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

/** The faults that the schema's description says it cannot express. */
function isBeyondSchema({ code, entry, message }: Conflict): boolean {
  if (code === "plan/unsupported") return entry !== "";
  if (code === "name/invalid") return message.includes("NFKC");
  return code === "name/no-op" || code === "entry/duplicate" || message.includes("stands here a second time");
}

test.each(LEAVES)("REQ-109-030, SRP-1: the schema and the reader agree on %s", (leaf) => {
  const file = readFixture(leaf);
  const parsed = parsePlan(file.text, file.format);
  const isSyntax = !parsed.ok && parsed.conflicts.some(({ code }) => code === "plan/syntax");
  if (isSyntax) return;
  const fits = validate(valueOf(file));
  const faults = parsed.ok ? [] : parsed.conflicts.filter((fault) => !isBeyondSchema(fault));
  expect(fits, JSON.stringify(fits ? faults : validate.errors, null, 2)).toBe(faults.length === 0);
});

function valueOf({ text, format }: PlanFile): unknown {
  return format === "json"
    ? JSON.parse(text)
    : parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: "asNeeded" });
}
