import { describe, expect, test } from "vitest";
import type { StringFacts } from "../../src/residue/classify.ts";
import { classify, residueItem } from "../../src/residue/classify.ts";
import type { Denotation } from "../../src/residue/denotation.ts";
import { fileOf, memberTarget, moduleTarget } from "./marks.ts";

const HOME = fileOf("m.py", "x = 1\n", "x");
const SYMBOL = moduleTarget(HOME, "x");
const CLASS = fileOf("m.py", "class K:\n  x = 1\n  __slots__ = ('x',)\n", "x");
const MEMBER = memberTarget(CLASS, "x");
const FACTS: StringFacts = {
  exportsSymbol: false,
  onlyExported: false,
  fixture: false,
  isKey: false,
  relatedClass: false,
};

type Kind = Denotation["kind"];

/** The verdict on the last `x` of a text. */
function verdict(
  text: string,
  covered: boolean,
  kind: Kind,
  more: Partial<StringFacts> & { readonly byText?: boolean; readonly member?: boolean } = {},
): string {
  const file = fileOf("use.py", text, "x");
  const token = file.reading.tokens.at(-1);
  if (token === undefined) throw new Error("no token");
  const denotation = { kind, detail: "said", byText: more.byText === true };
  const target = more.member === true ? MEMBER : SYMBOL;
  const found = classify(token, covered, denotation, target, file, { ...FACTS, ...more });
  return found.kind === "residue" ? found.reason : found.kind;
}

describe("code (REQ-109-018, 020)", () => {
  test.each([
    [true, "family", "rewritten"],
    [true, "unknown", "rewritten"],
    [true, "mixed", "unresolved"],
    [true, "other", "unresolved"],
    [false, "family", "unresolved"],
    [false, "unknown", "unresolved"],
    [false, "mixed", "unresolved"],
    [false, "other", "other_symbol"],
  ] as const)("covered %s, denotes %s: %s", (covered, kind, expected) => {
    expect(verdict("y.x\n", covered, kind)).toBe(expected);
  });

  test("what scoping proves to be the symbol is completed (unreachable code)", () => {
    expect(verdict("x\n", false, "family", { byText: true })).toBe("complete");
  });

  test.each([
    ["x\n)", "unparseable"],
    ["a = 'x'\n)", "string_literal"],
    ["# x\n)", "comment"],
  ])("in a file that does not parse: %j", (text, expected) => {
    expect(verdict(text, true, "family")).not.toBe("other_symbol");
    expect(verdict(text, false, "family")).toBe(expected);
  });
});

describe("strings and comments (REQ-109-019, 029)", () => {
  test.each([
    ["a comment", "# x\n", {}, "comment"],
    ["a type comment about something else", "a = 1  # type: x\n", {}, "comment"],
    ["a docstring", "'''x'''\n", {}, "docstring"],
    ["a literal", "a = 'x'\n", {}, "string_literal"],
    ["part of a literal", "a = 'an x'\n", {}, "string_literal"],
    ["another export list", "__all__ = ['x']\n", {}, "string_literal"],
    ["an annotation about something else", "a: 'x'\n", {}, "other_symbol"],
    ["a cast to something else", "cast('x', 1)\n", {}, "other_symbol"],
    ["slots of an unrelated class", "class L:\n  __slots__ = ('x',)\n", { member: true }, "string_literal"],
    [
      "slots of a class that may be related",
      "class L:\n  __slots__ = ('x',)\n",
      { member: true, relatedClass: true },
      "unresolved",
    ],
    ["a member of a class made by a call", "type('L', (K,), {'x': 1})\n", { member: true }, "unresolved"],
    ["a request for the fixture", "use('x')\n", { fixture: true }, "unresolved"],
  ] as const)("%s", (_, text, more, expected) => {
    expect(verdict(text, false, "other", more)).toBe(expected);
  });

  test.each([
    ["an annotation", "a: 'x'\n", {}, "unresolved"],
    ["a type comment", "a = 1  # type: x\n", {}, "unresolved"],
    ["a whole cast", "cast('x', 1)\n", {}, "complete"],
    ["part of a cast", "cast('list[x]', 1)\n", {}, "unresolved"],
    ["the export list", "__all__ = ['x']\n", { exportsSymbol: true }, "complete"],
    ["the export list of a file that does not bind it", "__all__ = ['x']\n", {}, "unresolved"],
    ["the export list in pieces", "__all__ = ['' 'x']\n", { exportsSymbol: true }, "unresolved"],
    [
      "what the export list is made from",
      "N = ['x']\n__all__ = N\n",
      { exportsSymbol: true, onlyExported: true },
      "complete",
    ],
    ["the same, used elsewhere too", "N = ['x']\n__all__ = N\n", { exportsSymbol: true }, "unresolved"],
  ] as const)("that mean the symbol, and no edit covers: %s", (_, text, more, expected) => {
    expect(verdict(text, false, "family", more)).toBe(expected);
  });

  test("slots of the member's own class are completed", () => {
    const token = CLASS.reading.tokens.at(-1);
    if (token === undefined) throw new Error("no token");
    const denotation = { kind: "other", detail: "" } as const;
    expect(classify(token, false, denotation, MEMBER, CLASS, FACTS)).toEqual({ kind: "complete" });
  });

  test("what an edit covers is rewritten", () => {
    for (const text of ["a = 'x'\n", "__all__ = ['x']\n", "a: 'x'\n", "a = 1  # type: x\n"]) {
      expect(verdict(text, true, "family")).toBe("rewritten");
    }
  });
});

test("an item counts lines and columns from 1, and shows the stripped line (REQ-109-021)", () => {
  const file = fileOf("use.py", "if 1:\n    '😀', x\n", "x");
  const [token] = file.reading.tokens;
  if (token === undefined) throw new Error("no token");
  expect(residueItem(token, file, "unresolved", "said")).toEqual({
    path: "use.py",
    line: 2,
    column: 11,
    text: "'😀', x",
    reason: "unresolved",
    detail: "said",
  });
});
