import { beforeAll, describe, expect, test } from "vitest";
import { loadGrammar } from "../../src/python/grammar.ts";
import { leavesOf, readCase } from "../cases/read-case.ts";
import { twoAtATime } from "../support/two-at-a-time.ts";
import type { Score } from "./proved-plan.ts";
import { scoreOf } from "./proved-plan.ts";

/** Of each theme, so many plans that are applied. */
const PLANS: Readonly<Record<string, number>> = {
  imports: 10,
  scopes: 4,
  exports: 6,
  members: 8,
  several: 3,
  strings: 3,
  modules: 12,
};

/** Mutants that nobody can notice, and why. */
const EQUIVALENT: Readonly<Record<string, string>> = {};

const turn = twoAtATime();
const scores: Score[] = [];

beforeAll(async () => void (await loadGrammar()));

describe.concurrent("the proof notices each fault that is put into one edit", () => {
  test.each(Object.keys(PLANS).flatMap(chosen))("%s", async (name) => {
    const score = await turn(() => scoreOf(name));
    scores.push(score);
    expect(score.survivors.filter((mutant) => EQUIVALENT[mutant] === undefined)).toEqual([]);
  });
});

test("at least 98 of 100 mutants are noticed", () => {
  const noticed = scores.reduce((sum, score) => sum + score.noticed, 0);
  const survivors = scores.flatMap((score) => score.survivors);
  const all = noticed + survivors.length;
  console.log(
    `mutation score: ${noticed} of ${all} (${((100 * noticed) / all).toFixed(1)} %), ${scores.length} plans`,
  );
  expect(scores.length).toBeGreaterThanOrEqual(30);
  expect(noticed / all).toBeGreaterThanOrEqual(0.98);
});

/** Spread over the theme, in the order of their names. */
function chosen(theme: string): readonly string[] {
  const applied = leavesOf(theme)
    .map((leaf) => `${theme}/${leaf}`)
    .filter((name) => {
      const { expected, plan } = readCase(name);
      return expected.status === "applied" && !plan.includes("[[strings]]");
    });
  const count = PLANS[theme] ?? 0;
  const step = Math.max(1, Math.floor(applied.length / count));
  return applied.filter((_, i) => i % step === 0).slice(0, count);
}
