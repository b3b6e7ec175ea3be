import { beforeAll, describe, expect, test } from "vitest";
import { loadGrammar } from "../../src/python/grammar.ts";
import { twoAtATime } from "../support/two-at-a-time.ts";
import type { Score } from "./proved-plan.ts";
import { scoreOf } from "./proved-plan.ts";

/** Plans that are applied, spread over the themes; by name, so that a new case does not choose others. */
const PLANS: readonly string[] = [
  "imports/alias-to-the-old-name-elsewhere",
  "imports/conditional-definitions",
  "imports/from-import-of-a-package-attribute-that-is-a-module",
  "imports/import-in-a-class-body-and-attribute-use",
  "imports/module-of-the-same-name",
  "imports/namespace-package",
  "imports/re-export-chain",
  "imports/relative",
  "imports/same-name-elsewhere-stays",
  "imports/two-stars-the-other-is-last",
  "scopes/class-body-and-module-names",
  "scopes/comprehensions",
  "scopes/global-in-another-function-only",
  "scopes/nested-f-string-quotes-and-format",
  "exports/all-by-comprehension",
  "exports/all-by-walrus",
  "exports/all-in-many-spellings",
  "exports/all-of-a-re-exporter",
  "exports/all-remove",
  "exports/extend-variable",
  "members/attribute-of-the-same-name-in-other-classes",
  "members/class-attribute-through-type-of-self",
  "members/dataclass-field-strings",
  "members/decorated-by-an-unknown-decorator",
  "members/instance-attribute-only",
  "members/method",
  "members/overloads",
  "members/private-member-in-a-string",
  "several/chain",
  "several/member-swap",
  "several/swap",
  "strings/cast-typevar-newtype",
  "strings/getattr-and-patch-by-whole-name",
  "strings/setattr-on-a-module-that-imports-the-symbol",
  "modules/a-binding-that-a-test-patches",
  "modules/a-name-that-another-module-takes-over",
  "modules/a-package-that-lists-its-modules",
  "modules/backslash-split-indented",
  "modules/fallback-import-where-no-name-changes",
  "modules/imported-relative-by-a-string",
  "modules/module-name-through-star-reexport",
  "modules/new-binding-leaks-by-a-star-import",
  "modules/package-under-an-alias-import-as",
  "modules/quoted-annotation-under-type-checking",
  "modules/script-fallback-import",
  "modules/syntax-error-written-backslash-in-a-path",
];

/** What neither server nor scoping can know of these places; the plan's own reading of the text decides there. */
const AT_RUN_TIME = "a string that is looked up at run time: no declaration is behind it for the server";
const UNSEEN = "the server resolves this spelling neither before nor after";

/** Mutants that the proof cannot tell from a right plan, and why. */
const EQUIVALENT: Readonly<Record<string, string>> = {
  "exports/extend-variable a.py:1 drop new_fn": "a list that becomes a part of __all__ under another name",
  "members/private-member-in-a-string m.py:4 drop _Cart__lines": AT_RUN_TIME,
  "members/private-member-in-a-string use.py:5 drop _Cart__lines": AT_RUN_TIME,
  "members/private-member-in-a-string use.py:6 drop _Cart__lines": AT_RUN_TIME,
  "members/dataclass-field-strings m.py:9 drop left": AT_RUN_TIME,
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
  test.each(PLANS)("%s", async (name) => {
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
