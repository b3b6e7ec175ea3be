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

/** What neither server nor scoping can know of these places; the plan's own reading of the text decides there. */
const AT_RUN_TIME = "a string that is looked up at run time: no declaration is behind it for the server";
const UNSEEN = "the server resolves this spelling neither before nor after";

/** Mutants that the proof cannot tell from a right plan, and why. */
const EQUIVALENT: Readonly<Record<string, string>> = {
  "exports/extend-variable a.py:1 drop new_fn": "a list that becomes a part of __all__ under another name",
  "members/private-member-in-a-string m.py:4 drop _Cart__lines": AT_RUN_TIME,
  "members/private-member-in-a-string use.py:5 drop _Cart__lines": AT_RUN_TIME,
  "members/private-member-in-a-string use.py:6 drop _Cart__lines": AT_RUN_TIME,
  "strings/getattr-and-patch-by-whole-name test_m.py:7 drop read": AT_RUN_TIME,
  "strings/getattr-and-patch-by-whole-name test_m.py:8 drop read": AT_RUN_TIME,
  "strings/setattr-on-a-module-that-imports-the-symbol test_user.py:7 drop POSIX": AT_RUN_TIME,
  "strings/setattr-on-a-module-that-imports-the-symbol test_user.py:8 drop POSIX": AT_RUN_TIME,
  "modules/a-package-that-lists-its-modules pkg/__init__.py:1 drop gear":
    "the server finds no module that __all__ lists, there or not",
  "modules/imported-relative-by-a-string main.py:3 drop .gear": AT_RUN_TIME,
  "modules/imported-relative-by-a-string pkg/__init__.py:5 drop .gear": AT_RUN_TIME,
  "modules/imported-relative-by-a-string pkg/side.py:5 drop .gear": AT_RUN_TIME,
  "modules/package-under-an-alias-import-as main.py:3 drop gear": UNSEEN,
  "modules/script-fallback-import pkg/cli.py:4 drop gear": UNSEEN,
};

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
  for (const mutant of survivors)
    console.log(`  survives: ${mutant} (${EQUIVALENT[mutant] ?? "unexplained"})`);
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
