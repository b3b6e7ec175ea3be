import { describe, expect, test } from "vitest";
import {
  isDottedName,
  isDunder,
  isIdentifier,
  isMangled,
  nameFault,
  type NameFault,
} from "../../src/model/identifier.ts";

/** As `keyword.kwlist` and `keyword.softkwlist` list them in Python 3.13. */
const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from global " +
  "if import in is lambda nonlocal not or pass raise return try while with yield";
const SOFT_KEYWORDS = "_ case match type";

describe("WR-3, SRP-4: nameFault says why a new name would not survive", () => {
  const cases: readonly (readonly [NameFault | null, string])[] = [
    ["a keyword", KEYWORDS],
    ["a soft keyword", SOFT_KEYWORDS],
    [null, "x _x __x __ ___ x_ x1 none true Class print self größe 名 переменная ℘x x·y matches async_"],
    ["not in Unicode normal form NFKC", "ﬁx ｘ e\u0301 ª ℌ x\u{1d7d8} ſ"],
    ["no identifier", "1 1x a-b a.b $ x! ’ ² · \u0301x a\u00adb ª² 😀 \ud83d a\ud83d \u{1d7d8}"],
  ];
  test.each(cases)("%s", (fault, names) => {
    for (const name of names.split(" ")) expect(`${name}: ${nameFault(name)}`).toBe(`${name}: ${fault}`);
  });

  test("nothing and blanks are no identifiers", () => {
    for (const name of ["", " ", "a b", " a", "a ", "a\n", "\ta", "a\0"])
      expect(nameFault(name)).toBe("no identifier");
  });
});

test("an identifier starts with a letter or underscore and goes on with digits too, in any script", () => {
  expect(["a", "_", "Ω1", "x٣"].filter(isIdentifier)).toHaveLength(4);
  expect(["", "1", "٣", "a ", "a-", "-"].filter(isIdentifier)).toEqual([]);
});

test("a dotted name is identifiers with single dots between them", () => {
  expect(["a", "a.b", "a.b.c", "größe.höhe"].filter(isDottedName)).toHaveLength(4);
  expect(["", ".", "a.", ".a", "a..b", "a. b", "a.1", "a/b", "a:b"].filter(isDottedName)).toEqual([]);
});

test("a dunder has two underscores on either side and something between them", () => {
  expect(["__init__", "__all__", "__a__", "_____"].filter(isDunder)).toHaveLength(4);
  expect(["", "_", "__", "___", "____", "__x", "x__", "_x_", "__x_"].filter(isDunder)).toEqual([]);
});

test("Python mangles a name with two leading and no two trailing underscores", () => {
  expect(["__x", "__x_", "___x"].filter(isMangled)).toHaveLength(3);
  expect(["x", "_x", "__x__", "__", "____", "x__"].filter(isMangled)).toEqual([]);
});
