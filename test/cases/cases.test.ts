import { readFileSync } from "node:fs";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { loadGrammar } from "../../src/python/grammar.ts";
import type { Report } from "../../src/report/report.ts";
import { twoAtATime } from "../support/two-at-a-time.ts";
import { leavesOf, readCase, THEMES } from "./read-case.ts";
import { runCase } from "./run-case.ts";

/** What the cases of a theme prove. */
const PROVES: Readonly<Record<string, string>> = {
  imports:
    "a module-level symbol is renamed through every form of import, and no other (REQ-109-015, 016, WR-1)",
  scopes: "a name means one variable of one scope (REQ-109-016, 019, WR-1)",
  strings: "code in strings is renamed, other text is reported (REQ-109-017, 018, 019, 021)",
  exports: "what a module exports under the name (REQ-109-018, 020, WR-1)",
  conflicts: "a name that is taken, captured or hidden refuses (WR-2, WR-6)",
  targets: "what cannot be found or renamed refuses, with the way out (REQ-109-015, WR-3, WR-6, WR-7)",
  members: "members of classes by dotted name (REQ-109-015, 016, WR-1)",
  versions: "code for other versions of Python is asked about under those (REQ-109-016, 020, WR-1)",
  "typed-dicts": "the keys of a TypedDict are renamed where they are strings (REQ-109-015, 016, 019, WR-1)",
  families: "a member changes with its whole family, or refuses (REQ-109-020, WR-6)",
  receivers: "attributes of objects of unknown type, by default and on trust (REQ-109-020, CARD-3)",
  parameters: "a parameter is renamed with the keywords of every call (REQ-109-015, 016, 020, WR-1, WR-6)",
  dynamic: "what could be the symbol and cannot be proved refuses wholesale (REQ-109-020, CARD-3)",
  "module-values":
    "an attribute of an untyped object is a module's when a module can be that object (REQ-109-017, 019, 020)",
  "string-entries": "texts are renamed where an entry says so, in every text file (REQ-109-027, 028, 029)",
  decisions: "what a reviewer decides about what is left is done, or refuses (WE-4, REQ-109-034, WR-1)",
  modules: "modules and packages move, and every import follows (REQ-109-022, 023, 024, 025, 026)",
  layout: "roots, stubs, foreign configuration, ignored copies (REQ-109-005, 006, 009, 010, 202)",
  files: "bytes around the names survive (REQ-109-018, 038, WR-1)",
  several: "all entries against the base tree (REQ-109-026, WE-5)",
  options: "the plan-wide keys (REQ-109-028, 034)",
};

const SCHEMA: AnySchemaObject = JSON.parse(readFileSync("schema/report.schema.json", "utf8"));
const validate = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false }).compile(SCHEMA);
const turn = twoAtATime();

// Two first loads at one time disturb each other.
beforeAll(async () => void (await loadGrammar()));

describe.concurrent.each(THEMES)("%s", (theme) => {
  describe(PROVES[theme] ?? "a theme without a sentence", () => {
    test.each(leavesOf(theme))("%s", async (leaf) => {
      const it = readCase(`${theme}/${leaf}`);
      const { report, tree, expectedTree, leftOver, keepsIndex } = await turn(() => runCase(it));
      const { expected } = it;
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
      expect(summary(report), messages(report)).toEqual({
        status: expected.status,
        conflicts: expected.conflicts ?? [],
        residue: expected.residue ?? expect.arrayContaining([...(expected.must ?? [])]),
      });
      expect(tree).toEqual(expectedTree);
      expect(leftOver).toEqual([]);
      if (expected.status !== "applied") expect(keepsIndex).toBe(true);
      for (const text of expected.notices ?? []) expect(report.notices.join("\n")).toContain(text);
    });
  });
});

test("every theme has a sentence", () => {
  expect(Object.keys(PROVES).sort()).toEqual(THEMES);
});

function summary(report: Report) {
  return {
    status: report.status,
    conflicts: [...new Set(report.conflicts.map((c) => c.code))].sort(),
    residue: report.outcomes
      .flatMap((outcome) => outcome.residue.map((item) => `${item.path}:${item.line} ${item.reason}`))
      .sort(),
  };
}

function messages(report: Report): string {
  const residue = report.outcomes.flatMap((o) => o.residue.map((r) => `${r.path}:${r.line} ${r.detail}`));
  return [...report.conflicts.map((c) => `${c.code} ${c.path}:${c.line} ${c.message}`), ...residue].join(
    "\n",
  );
}
