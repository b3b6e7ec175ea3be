import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CONFLICT_CODES } from "../../src/model/conflict.ts";
import { parsePlan, type ParsedPlan } from "../../src/plan/parse-plan.ts";
import { writePlan } from "../../src/plan/write-plan.ts";
import { FIXTURES, LEAVES, readFixture } from "./fixture.ts";

/** What the leaves prove, by the words that their names begin with; the first line that fits holds. */
const THEMES: readonly (readonly [string, RegExp])[] = [
  ["REQ-109-034 (parsing): keep_patterns hold for the whole plan, wherever they stand", /^keep-patterns/],
  ["REQ-109-030: TOML and JSON with the same keys; text that is neither", /^(accepted|syntax|json)-/],
  ["REQ-109-031: a symbols entry has module, name and new_name", /^(symbol|new-name|reserved|duplicate-s)/],
  ["REQ-109-032: a modules entry has old and new", /^modules-/],
  ["REQ-109-033: a strings entry has old, new and kind", /^strings-/],
  ["REQ-109-035, SRP-1: everything is validated, every fault is placed and named", /^/],
];

const themeOf = (leaf: string) => THEMES.find(([, pattern]) => pattern.test(leaf))?.[0];

describe.each(THEMES)("%s", (theme) => {
  test.each(LEAVES.filter((leaf) => themeOf(leaf) === theme))("%s", async (leaf) => {
    const parsed = parseFixture(leaf);
    await expect(render(parsed)).toMatchFileSnapshot(join(FIXTURES, leaf, "expected.txt"));
  });
});

test("REQ-109-030: a plan in TOML and the same plan in JSON give the same value", () => {
  for (const leaf of ["accepted-minimal", "accepted-every-key"]) {
    expect(withoutLines(parseFixture(leaf))).toEqual(withoutLines(parseFixture(`${leaf}-json`)));
  }
});

test("REQ-109-030: a plan that is written reads as the same plan", () => {
  for (const leaf of LEAVES) {
    const parsed = parseFixture(leaf);
    if (!parsed.ok) continue;
    const again = withoutLines(parsePlan(writePlan(parsed.plan, []), "toml"));
    expect(again, leaf).toEqual(withoutLines({ ...parsed, notices: [] }));
  }
});

test("REQ-109-035: every fault of an entry names it and has a place", () => {
  for (const leaf of LEAVES) {
    const parsed = parseFixture(leaf);
    if (parsed.ok) continue;
    for (const fault of parsed.conflicts) {
      expect(fault.path).toBe("");
      expect(fault.message).not.toMatch(/[\p{Cc}\p{Cs}\u202e\u2028]/u);
      expect(fault.line === 0).toBe(fault.column === 0);
      if (fault.entry !== "") expect(fault.line, `${leaf}: ${fault.message}`).toBeGreaterThan(0);
    }
  }
});

test("WR-6, SRP-4: a refusal has faults with codes of the closed list, and no plan", () => {
  for (const leaf of LEAVES) {
    const parsed = parseFixture(leaf);
    expect("plan" in parsed).toBe(parsed.ok);
    if (parsed.ok) continue;
    expect(parsed.conflicts).not.toHaveLength(0);
    for (const { code } of parsed.conflicts) expect(CONFLICT_CODES).toHaveProperty([code]);
  }
});

test("every plan has its expectation", () => {
  for (const leaf of LEAVES) expect(existsSync(join(FIXTURES, leaf, "expected.txt")), leaf).toBe(true);
});

function parseFixture(leaf: string): ParsedPlan {
  const { text, format } = readFixture(leaf);
  return parsePlan(text, format);
}

function render(parsed: ParsedPlan): string {
  const notices = parsed.notices.map((notice) => `notice: ${notice}`);
  const result = parsed.ok
    ? ["ok", JSON.stringify(parsed.plan, null, 2)]
    : parsed.conflicts.map(
        ({ code, entry, line, column, message }) => `${code} ${entry || "-"} ${line}:${column} ${message}`,
      );
  return [...result, ...notices, ""].join("\n");
}

function withoutLines(parsed: ParsedPlan): unknown {
  return JSON.parse(JSON.stringify(parsed, (key, value: unknown) => (key === "line" ? 0 : value)));
}
