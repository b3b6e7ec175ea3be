import { describe, expect, test } from "vitest";
import { moduleTree } from "../../src/python/module-path.ts";
import { otherSpellings, wordOffsets } from "../../src/python/words.ts";
import { seeded } from "../model/seeded.ts";
import { read } from "./marked.ts";

const SOURCE = `from m import name as n, name
class name(base[name]):
    __slots__ = ("name", 'x')
    @name
    def name[T: name](self, name: "name" = name, *a, **k) -> name:
        f"{name!r:{name}} 😀 {'name'}"; self.name = 1  # type: name
        match name:
            case name.x | K(name=name) | [*name]: pass
        return [name for name in name if (name := 1)]
__all__ = ["name"] + ['na' "me"]
`;

const PIECES = [
  "name",
  " ",
  "\n",
  "    ",
  "(",
  ")",
  "[",
  "]",
  ":",
  '"',
  "'",
  "f'{",
  "}",
  "#",
  "\\",
  "*",
  "=",
  ".",
  "é",
  "😀",
  "\r",
  "\f",
  "\0",
  "\ud800",
];

describe("reading (REQ-109-017)", () => {
  test("never throws, and every token spans its name, however the text is broken", () => {
    const random = seeded(11);
    for (let round = 0; round < 1500; round++) {
      let text = SOURCE;
      for (let change = random(8); change >= 0; change--) {
        const from = random(text.length);
        const piece = PIECES[random(PIECES.length)] ?? "";
        text = text.slice(0, from) + piece + text.slice(from + random(6));
      }
      const { tokens, errorAt } = read(text, "name");
      for (const token of tokens) {
        if (token.kind === "string" && token.pieces) continue;
        expect(text.slice(token.start, token.end).normalize("NFKC"), JSON.stringify(text)).toBe("name");
      }
      if (errorAt !== null) continue;
      const places = tokens.map((token) => `${token.start} ${token.kind}`);
      expect(new Set(places).size, JSON.stringify(text)).toBe(places.length);
    }
  });

  test("finds every whole word of a text that parses, once", () => {
    const found = new Set(read(SOURCE, "name").tokens.map((token) => token.start));
    expect([...found].filter((start) => SOURCE.startsWith("name", start)).sort((a, b) => a - b)).toEqual(
      wordOffsets(SOURCE, "name"),
    );
  });

  test("names that are not asked for change nothing", () => {
    const alone = read(SOURCE, "name").tokens.map((t) => [t.start, t.kind]);
    const more = read(SOURCE, "name", "self", "x", "K").tokens.filter((t) => t.name === "name");
    expect(more.map((t) => [t.start, t.kind])).toEqual(alone);
  });
});

describe("words", () => {
  test.each([
    ["name", "name names aname name_ _name name1 name.name 'name'", [0, 35, 40, 46]],
    ["a", "a é a\u0301 a😀a 𝒳a", [0, 7, 10]],
  ])("%s", (name, text, offsets) => {
    expect(wordOffsets(text, name)).toEqual(offsets);
  });

  test("other spellings are none of the plain ones", () => {
    expect(otherSpellings("file files", new Set(["file"]))).toEqual([]);
    expect(otherSpellings("ﬁle", new Set(["file"]))).toEqual([{ start: 0, end: 3 }]);
  });
});

function treeOf(...paths: readonly string[]) {
  return moduleTree({ files: paths.map((path) => ({ path, kind: "python", size: 1 })), links: [] });
}

describe("the tree of modules (REQ-109-006)", () => {
  const PATHS = [
    "src/pkg/__init__.py",
    "src/pkg/mod.py",
    "src/pkg/mod.pyi",
    "src/pkg/sub/__init__.py",
    "src/pkg/sub/deep.py",
    "tests/test_mod.py",
    "plain/space/mod.py",
    "top.py",
    "services/api/app/__init__.py",
  ];
  const tree = treeOf(...PATHS);

  test("a module that a file is given is one that finds the file", () => {
    for (const path of PATHS) {
      const module = tree.moduleOf(path);
      expect(
        tree.filesOf(module).map((f) => f.path),
        module,
      ).toContain(path);
      expect(tree.hasTopLevel(module.split(".")[0] ?? ""), module).toBe(true);
    }
  });

  test("a package is no import root", () => {
    expect(tree.filesOf("sub.deep")).toEqual([]);
    expect(tree.filesOf("mod").map((f) => f.path)).toEqual(["plain/space/mod.py"]);
    expect(tree.filesOf("space.mod")).toEqual([{ path: "plain/space/mod.py", root: "plain", stub: false }]);
    expect(tree.filesOf("pkg.mod").map((f) => f.stub)).toEqual([false, true]);
  });

  test("roots are the root, the usual ones that are there, and what holds a package", () => {
    expect([...tree.sourceRoots].sort()).toEqual(["", "services/api", "src", "tests"]);
    expect(treeOf().sourceRoots).toEqual([""]);
  });
});
