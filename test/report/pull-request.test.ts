import { describe, expect, test } from "vitest";
import { conflict } from "../../src/model/conflict.ts";
import type { Suggestion } from "../../src/model/residue-item.ts";
import { writeSuggestions } from "../../src/plan/write-plan.ts";
import { annotations, DEFAULT_LEVELS } from "../../src/report/annotations.ts";
import { renderPullRequest } from "../../src/report/pull-request.ts";
import { outcome, report, residue } from "./sample.ts";

const VIEW = {
  plans: ["rename-plan.toml"],
  lineText: () => null,
  changes: [],
  next: ["**What to do:** this."],
  whole: "See the run.",
  maxItems: 10,
  suggestions: "",
};
const TOML = (suggestion: Suggestion): string => writeSuggestions([suggestion]);
const WIDE = { characters: 65_000, bytes: 65_000 };

const RESIDUE = [
  residue("comment", "b.py:3:5", "# Config"),
  residue("other_symbol", "o.py:1:1", "Config = 1"),
  residue("string_literal", "a.py:9:2", '"Config"'),
  residue("unresolved", "z.py:2:7", "x.Config", "the type is not known"),
  residue("unresolved", "a.py:20:7", "y.Config", "the type is not known"),
];
const REFUSED = report({
  conflicts: [
    conflict("name/taken", "symbols[0]", "Settings is bound already.", { path: "c.py", line: 4, column: 2 }),
    conflict("plan/root", "", "No place."),
  ],
  outcomes: [outcome({ residue: RESIDUE })],
});

describe("annotations", () => {
  test("come with what blocks first, then conflicts, then the rest; other symbols are only counted (CARD-1)", () => {
    const { shown, total } = annotations(REFUSED, DEFAULT_LEVELS, 500, "lib/", TOML);
    expect(shown.map((a) => `${a.level} ${a.path}:${a.line}:${a.column}`)).toEqual([
      "failure lib/a.py:20:7",
      "failure lib/z.py:2:7",
      "failure lib/c.py:4:2",
      "warning lib/a.py:9:2",
      "notice lib/b.py:3:5",
    ]);
    expect(total).toBe(5);
  });

  test("stop at the limit, and the number that there would be is known", () => {
    const { shown, total } = annotations(REFUSED, DEFAULT_LEVELS, 2, "", TOML);
    expect(shown).toHaveLength(2);
    expect(total).toBe(5);
  });

  test("are only of the reasons that are asked for, at the level that is asked for", () => {
    const { shown } = annotations(REFUSED, new Map([["other_symbol", "failure"]]), 10, "", TOML);
    expect(shown.map(({ level, path }) => `${level} ${path}`)).toEqual(["failure c.py", "failure o.py"]);
  });

  test("hold no character that a reader does not see, and no more than GitHub takes", () => {
    const item = residue("comment", "a.py:1:1", `\u202e::error::${"x".repeat(70_000)}`);
    const [only] = annotations(
      report({ outcomes: [outcome({ residue: [item] })] }),
      DEFAULT_LEVELS,
      9,
      "",
      TOML,
    ).shown;
    expect(only?.message).toMatch(/^\\u202e::error::x/);
    expect(only?.message.length).toBeLessThanOrEqual(60_000);
    expect(only?.title.length).toBeLessThanOrEqual(255);
  });
});

test("an annotation says which lines of a plan would rename the place too (FR-007)", () => {
  const item = {
    ...residue("docstring", "a.py:1:12", "See :class:`Config`."),
    suggestion: {
      list: "decisions",
      entry: { path: "a.py", line: 1, text: "See :class:`Config`.", action: "rename" },
    },
  } as const;
  const [only] = annotations(
    report({ outcomes: [outcome({ residue: [item] })] }),
    DEFAULT_LEVELS,
    9,
    "",
    TOML,
  ).shown;
  expect(only?.message).toContain('[[decisions]]\npath = "a.py"\nline = 1\n');
});

describe("the report for a pull request", () => {
  test("says verdict, what to do, entries with residue by reason, conflicts, places, diff", async () => {
    const changes = [
      {
        path: "a.py",
        newPath: "a.py",
        before: "class Config: # \xc3\xa4 ```\n",
        after: "class Settings: # \xc3\xa4 ```\n",
      },
    ];
    await expect(renderPullRequest(REFUSED, { ...VIEW, changes }, WIDE)).toMatchFileSnapshot(
      "snapshots/pull-request.md.txt",
    );
  });

  test("keeps within the limit, and says what was cut", () => {
    const many = Array.from({ length: 400 }, (_, i) => residue("comment", `file-${i}.py:1:1`, "# Config"));
    const long = report({ outcomes: [outcome({ residue: many })] });
    const text = renderPullRequest(long, { ...VIEW, maxItems: 400 }, { characters: 4000, bytes: 4000 });
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(4000);
    expect(text).toContain("1 part of this report did not fit here. See the run.");
    expect(text).toContain("**What to do:** this.");
  });

  test("shows as many entries, places and files as it is asked to, and says how many more there are", () => {
    const outcomes = Array.from({ length: 120 }, (_, i) => outcome({ entry: `symbols[${i}]` }));
    const changes = Array.from({ length: 12 }, (_, i) => ({
      path: `f${i}.py`,
      newPath: `f${i}.py`,
      before: "a\n",
      after: "b\n",
    }));
    const text = renderPullRequest(report({ outcomes }), { ...VIEW, changes }, WIDE);
    expect(text).toContain("… and 20 more entries in the report.");
    expect(text).toContain("… and 2 more files in the patch.");
  });
});
