import { describe, expect, it } from "vitest";
import { startReal } from "./session.ts";
import { at, find, openFile, places, tree } from "./tree.ts";

const MODULE = `class Bag:
    def run(self) -> int:
        return 1


class Sack(Bag):
    def run(self) -> int:
        return 2


def helper() -> Bag:
    return Bag()
`;
const USE = "from pkg.mod import helper\n\nhelper().run()\n";
const FILES = { "pkg/__init__.py": "", "pkg/mod.py": MODULE, "pkg/use.py": USE, "other.py": USE };

describe("basedpyright", () => {
  it("says how many files it found, and who it is", async () => {
    using folder = tree({ ...FILES, "ignored.py": USE });
    await using session = await startReal({ root: folder.path, files: Object.keys(FILES) });
    expect(session.server.sourceFileCount).toBe(4);
    expect(session.server.name).toBe("basedpyright");
    expect(session.server.version).toBe("1.40.1");
  });

  it("starts on no file at all, and on one", async () => {
    using folder = tree({ "a.py": "x = 1\n", "b.py": "y = 1\n" });
    for (const files of [[], ["a.py"]]) {
      await using session = await startReal({ root: folder.path, files });
      expect(session.server.sourceFileCount).toBe(files.length);
    }
  });

  it("renames in open files, unopened files, and nothing but the given files (REQ-109-006, REQ-109-014)", async () => {
    using folder = tree({ ...FILES, "ignored.py": USE });
    await using session = await startReal({ root: folder.path, files: Object.keys(FILES) });
    const { server } = session;
    openFile(server, folder, "pkg/mod.py");
    openFile(server, folder, "other.py");
    const spot = find(folder, "pkg/mod.py", "helper");
    expect(await server.prepareRename("pkg/mod.py", spot)).toEqual({
      start: spot,
      end: { line: spot.line, character: spot.character + "helper".length },
    });
    const answer = await server.rename("pkg/mod.py", spot, "assist");
    expect(places(answer)).toEqual([
      "other.py:0",
      "other.py:2",
      "pkg/mod.py:10",
      "pkg/use.py:0",
      "pkg/use.py:2",
    ]);
    expect(answer.ok && answer.edits.every((edit) => edit.newText === "assist" && !edit.fragment)).toBe(true);
  });

  it("goes by the text that was opened, not by the disk (REQ-109-012)", async () => {
    using folder = tree({ "a.py": "def gone(): ...\n", "b.py": "" });
    await using session = await startReal({ root: folder.path, files: ["a.py", "b.py"] });
    const { server } = session;
    server.open("a.py", "# ä 🐍\nüb = 1; fresh = 2\n");
    server.open("b.py", "from a import fresh\nprint('🐍', fresh)\n");
    const answer = await server.rename("a.py", { line: 1, character: 8 }, "stale");
    expect(places(answer)).toEqual(["a.py:1", "b.py:0", "b.py:1"]);
    expect(answer.ok && answer.edits.find((edit) => at(edit) === "b.py:1")?.range.start.character).toBe(12);
    expect(() => server.open("a.py", "")).toThrow("opened twice");
  });

  it("gives null where nothing can be renamed (REQ-109-013)", async () => {
    using folder = tree({ "a.py": "import os\n\n\ndef f():\n    print(os.name)\n" });
    await using session = await startReal({ root: folder.path, files: ["a.py"] });
    openFile(session.server, folder, "a.py");
    for (const text of ["def", "print", "name"]) {
      expect(await session.server.prepareRename("a.py", find(folder, "a.py", text))).toBeNull();
    }
    expect(await session.server.rename("a.py", find(folder, "a.py", "print"), "echo")).toEqual({
      ok: false,
      message: expect.stringContaining("gave no reason"),
    });
  });

  it("refuses a keyword with the server's reason, and lives on (REQ-109-003)", async () => {
    using folder = tree({ "a.py": "def f(): ...\n" });
    await using session = await startReal({ root: folder.path, files: ["a.py"] });
    openFile(session.server, folder, "a.py");
    const spot = { line: 0, character: 4 };
    const refusals = await Promise.all(
      ["class", "not a name", "if"].map((name) => session.server.rename("a.py", spot, name)),
    );
    expect(refusals.map((refusal) => (refusal.ok ? "" : refusal.message))).toEqual([
      expect.stringContaining('"class"'),
      expect.stringContaining('"not a name"'),
      expect.stringContaining('"if"'),
    ]);
    expect(places(await session.server.rename("a.py", spot, "g"))).toEqual(["a.py:0"]);
  });

  it("finds definitions: in the repository, of modules, outside, and none", async () => {
    using folder = tree({
      ...FILES,
      "q.py":
        "import pkg.mod\nfrom pkg.mod import helper\nimport missing\n\nhelper()\nlen(pkg.mod)\nmissing.it\n",
    });
    await using session = await startReal({ root: folder.path, files: [...Object.keys(FILES), "q.py"] });
    const { server } = session;
    const define = async (line: number, character: number) =>
      await server.definition("q.py", { line, character });
    expect((await define(4, 0)).map(at)).toEqual(["pkg/mod.py:10"]);
    const start = { line: 0, character: 0 };
    expect(await define(0, 11)).toEqual([
      { path: "pkg/mod.py", absolutePath: `${folder.path}/pkg/mod.py`, range: { start, end: start } },
    ]);
    expect((await define(5, 0)).map((found) => [found.path, found.absolutePath.slice(-12)])).toEqual([
      [null, "builtins.pyi"],
    ]);
    expect(await define(2, 7)).toEqual([]);
    expect(await define(6, 8)).toEqual([]);
  });

  it("finds overrides and references", async () => {
    using folder = tree(FILES);
    await using session = await startReal({ root: folder.path, files: Object.keys(FILES) });
    const spot = find(folder, "pkg/mod.py", "run");
    openFile(session.server, folder, "pkg/mod.py");
    session.server.openProbe("from pkg.mod import Bag\nBag().run()\n");
    expect((await session.server.implementation("pkg/mod.py", spot)).map(at)).toEqual([
      "pkg/mod.py:1",
      "pkg/mod.py:6",
    ]);
    expect((await session.server.references("pkg/mod.py", spot)).map(at).sort()).toEqual([
      "other.py:2",
      "pkg/mod.py:1",
      "pkg/use.py:2",
    ]);
  });

  it("reports syntax errors without a rule, and no type errors (REQ-109-007)", async () => {
    using folder = tree({
      "good.py": "x: int = 'no'\nx.nope\nimport missing\n",
      "bad.py": "def (:\n  pass\n",
    });
    await using session = await startReal({ root: folder.path, files: ["good.py", "bad.py"] });
    openFile(session.server, folder, "good.py");
    openFile(session.server, folder, "bad.py");
    const good = await session.server.diagnostics("good.py");
    expect(good.filter((item) => item.severity !== "hint")).toEqual([]);
    const bad = await session.server.diagnostics("bad.py");
    expect(bad[0]).toMatchObject({ severity: "error", rule: null, range: { start: { line: 0 } } });
  });

  it("answers questions about probes, and keeps them out of renames and references", async () => {
    using folder = tree(FILES);
    await using session = await startReal({ root: folder.path, files: Object.keys(FILES) });
    const { server } = session;
    const probe = server.openProbe(
      "import pkg.mod\ndef f(x: pkg.mod.Bag, y: list[int]):\n  x.run\n  y.append\n",
    );
    expect(probe).toBe("probe:1");
    expect((await server.definition(probe, { line: 2, character: 5 })).map(at)).toEqual(["pkg/mod.py:1"]);
    expect((await server.definition(probe, { line: 3, character: 5 })).map(at)).toEqual([
      expect.stringMatching(/^…\/stdlib\/builtins\.pyi:\d+$/),
    ]);
    const second = server.openProbe("from pkg.mod import helper\nhelper\nfrom pkg.mod import nope\n");
    expect((await server.definition(second, { line: 1, character: 0 })).map(at)).toEqual(["pkg/mod.py:10"]);
    expect(await server.definition(second, { line: 2, character: 21 })).toEqual([]);
    await server.diagnostics(second);
    const answer = await server.rename("pkg/mod.py", find(folder, "pkg/mod.py", "helper"), "assist");
    expect(answer.ok && answer.edits.map((edit) => edit.path)).not.toContain(null);
    expect(places(answer)).toHaveLength(5);
  });

  it("takes its own folder for no package", async () => {
    using folder = tree({ "a.py": "import scratch\nimport nothing\nimport pyrightconfig\n" });
    await using session = await startReal({ root: folder.path, files: ["a.py"] });
    openFile(session.server, folder, "a.py");
    for (const line of [0, 1, 2]) {
      expect(await session.server.definition("a.py", { line, character: 8 })).toEqual([]);
    }
  });

  it("looks at source roots in their order and at no others, and at stubs only when told", async () => {
    using folder = tree({
      "src/m.py": "first = 1\n",
      "lib/m.py": "second = 1\n",
      "stubs/ext.pyi": "def stubbed() -> int: ...\n",
      "typings/ext.pyi": "def by_accident() -> int: ...\n",
      "app/use.py": "import m\nimport ext\n",
    });
    const files = ["app/use.py", "lib/m.py", "src/m.py"];
    const ask = async (sourceRoots: readonly string[], stubPath: string | null) => {
      await using session = await startReal({ root: folder.path, files, sourceRoots, stubPath });
      const found = [0, 1].map((line) => session.server.definition("app/use.py", { line, character: 7 }));
      return (await Promise.all(found)).map((locations) => locations[0]?.path);
    };
    expect(await ask(["lib", "src"], "stubs")).toEqual(["lib/m.py", "stubs/ext.pyi"]);
    expect(await ask(["src", "lib"], null)).toEqual(["src/m.py", undefined]);
    expect(await ask([], null)).toEqual([undefined, undefined]);
  });
});
