import { describe, expect, test } from "vitest";
import type { Denotation } from "../../src/residue/denotation.ts";
import { lexicalDenotation } from "../../src/residue/denotation.ts";
import { fileOf, memberTarget, moduleTarget } from "./marks.ts";

const HOME = fileOf("m.py", "x = 1\n", "x");
const SYMBOL = moduleTarget(HOME, "x");
const CLASS = fileOf("m.py", "class K:\n  x = 1\n", "x");
const MEMBER = memberTarget(CLASS, "x");
const PRIVATE_CLASS = fileOf("m.py", "class K:\n  __x = 1\n", "__x");

type Row = readonly [string, string, readonly string[]];

/** What each `x` of a file that is not the symbol's own proves about the module-level symbol. */
const OF_A_SYMBOL: readonly Row[] = [
  ["an import asks, and its uses wait for the answer", "from m import x\nx\n", ["ask", "ask"]],
  ["a name of this file", "x = 1\nx\n", ["other", "other"]],
  ["a parameter and a local", "def f(x): x\ndef g():\n  x = 1\n", ["other", "other", "other"]],
  ["a name that nothing binds", "x\n", ["ask"]],
  ["a star import may bind", "from m import *\nx = 1\nx\n", ["ask", "ask"]],
  ["an alias is another name", "from m import y as x\nimport y as x\n", ["other", "other"]],
  ["a keyword names a parameter", "f(x=1)\n", ["other"]],
  ["a keyword of a pattern", "match y:\n  case K(x=1): 1\n", ["other"]],
  ["behind a dot", "y.x\ny.x = 1\n", ["ask", "ask"]],
  ["part of a path", "import y.x\nfrom x import y\n", ["other", "other"]],
  ["an imported name under an alias", "from m import x as y\n", ["ask"]],
  ["a read in a class body looks further out too", "class L:\n  x = 1\n  x\n", ["other", "ask"]],
  ["a global of this file", "def f():\n  global x\n  x = 1\n", ["other", "other"]],
];

/** The same for the member `K.x`. */
const OF_A_MEMBER: readonly Row[] = [
  ["bare names are variables", "x = 1\nx\ndef f(x): x\n", ["other", "other", "other", "other"]],
  ["a name of another class", "class L:\n  x = 1\n", ["other"]],
  ["behind a dot", "y.x\ny.x = 1\nself.x\n", ["ask", "ask", "ask"]],
  ["a keyword can name a field", "K(x=1)\n", ["ask"]],
  ["a keyword of a pattern can be it", "match y:\n  case K(x=1): 1\n", ["ask"]],
  ["what a module exports", "from m import x\nfrom m import x as y\n", ["other", "other"]],
];

describe("what the text alone proves (REQ-109-019, 020)", () => {
  test.each(OF_A_SYMBOL)("of a module-level symbol: %s", (_, text, expected) => {
    const file = fileOf("use.py", text, "x");
    const kinds = file.reading.tokens.map((t) => lexicalDenotation(t, SYMBOL, file, new Map()).kind);
    expect(kinds).toEqual(expected);
  });

  test.each(OF_A_MEMBER)("of a member: %s", (_, text, expected) => {
    const file = fileOf("use.py", text, "x");
    const kinds = file.reading.tokens.map((t) => lexicalDenotation(t, MEMBER, file, new Map()).kind);
    expect(kinds).toEqual(expected);
  });

  test("a private name belongs to the class it is written in", () => {
    const target = memberTarget(PRIVATE_CLASS, "__x");
    const file = fileOf("use.py", "class L:\n  def m(self): self.__x\ny.__x\n", "__x");
    const kinds = file.reading.tokens.map((t) => lexicalDenotation(t, target, file, new Map()).kind);
    expect(kinds).toEqual(["other", "other"]);
  });

  test("in its own file the symbol is known by its scope", () => {
    const kinds = HOME.reading.tokens.map((t) => lexicalDenotation(t, SYMBOL, HOME, new Map()).kind);
    expect(kinds).toEqual(["family"]);
  });

  test.each([
    ["the symbol", ["family"], "", "family"],
    ["another", ["other"], "", "other"],
    ["unknown", ["unknown"], "", "unknown"],
    ["the symbol on one path", ["family", "other"], "from n import x\n", "mixed"],
    ["the symbol on one path, unknown on another", ["family", "unknown"], "from n import x\n", "mixed"],
    ["the symbol, and bound again", ["family"], "x = 1\n", "mixed"],
    ["another, and bound again", ["other"], "x = 1\n", "other"],
  ] as const)("a use means what the imports of its variable mean: %s", (_, kinds, more, expected) => {
    const file = fileOf("use.py", `from m import x\n${more}print(x)\n`, "x");
    const imports = file.reading.tokens.filter((t) => t.kind === "name" && t.binding === "import_from");
    const answers = new Map(
      imports.map((t, i): [typeof t, Denotation] => [t, { kind: kinds[i] ?? "unknown", detail: "" }]),
    );
    const use = file.reading.tokens.at(-1);
    if (use === undefined) throw new Error("no token");
    expect(lexicalDenotation(use, SYMBOL, file, answers).kind).toBe(expected);
  });
});
