import { describe, expect, test } from "vitest";
import { composedNames, couldSpell, mayComposeNames } from "../../src/python/composed-names.ts";
import { loadGrammar } from "../../src/python/grammar.ts";

const grammar = await loadGrammar();
const NAMES = new Set(["do_start", "do_start_now", "click_handler", "put_it", "ask_it", "cut_it", "make_it"]);

/** Which places of a text put a name together and look an attribute up by it: `prefix…suffix`. */
const TABLE: readonly (readonly [string, string, readonly string[]])[] = [
  ["a literal in front", 'getattr(self, "do_" + word)', ["do_…"]],
  ["a literal behind", 'getattr(self, word + "_handler")', ["…_handler"]],
  ["an f-string", 'getattr(self, f"do_{word}_now")', ["do_…_now"]],
  ["percent", 'getattr(self, "do_%s" % word)', ["do_…"]],
  ["format", 'getattr(self, "do_{}".format(word))', ["do_…"]],
  ["a variable between", 'name = "do_" + word\ngetattr(self, name)', ["do_…"]],
  [
    "setattr, hasattr and delattr",
    'setattr(o, "put_" + w, 1)\nhasattr(o, "ask_" + w)\ndelattr(o, "cut_" + w)',
    ["put_…", "ask_…", "cut_…"],
  ],
  ["a name space", 'globals()["make_" + kind]()', ["make_…"]],
  ["no lookup at all", 'print("do_" + word)', []],
  ["a lookup of something else", 'print("do_" + word)\ngetattr(self, other)', []],
  ["a whole name", 'getattr(self, "do_start")', []],
];

describe("names that are put together at run time (REQ-109-020)", () => {
  test.each(TABLE)("%s", (_, text, expected) => {
    const found = composedNames(grammar, text, NAMES);
    expect(found.map((c) => `${c.prefix}…${c.suffix}`)).toEqual(expected);
    expect(mayComposeNames(text) || expected.length === 0).toBe(true);
  });

  test.each([
    ["do_", "", "do_start", true],
    ["do_", "", "undo_start", false],
    ["do_", "", "do_", false],
    ["", "_handler", "click_handler", true],
    ["on_", "_handler", "on_click_handler", true],
    ["on_", "_handler", "on_handler", false],
    ["a", "", "alpha", false],
    ["_", "", "_alpha", true],
    ["_", "", "__alpha", false],
  ])("%s…%s spells %s: %s", (prefix, suffix, name, expected) => {
    expect(couldSpell({ start: 0, prefix, suffix, usesDunderName: false }, name)).toBe(expected);
  });
});
