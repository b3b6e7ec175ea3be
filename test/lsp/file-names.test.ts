import { describe, expect, it } from "vitest";
import { startReal } from "./session.ts";
import { find, openFile, places, tree } from "./tree.ts";

const USE = "from mod import helper\n\nhelper()\n";
const PLAIN = [
  ".hidden/deep/x.py",
  ".venv/lib/y.py",
  "node_modules/z.py",
  "__pycache__/c.py",
  "gui.pyw",
  "run-me",
  "a[1].py",
  "{b,c}.py",
  "$(touch x).py",
  "${env:HOME}/e.py",
  "~/home.py",
  "per%41cent #hash;semi.py",
  "sp ace/ä 日本 🐍.py",
  "quote'\".py",
  "^re+(x)|.py",
  "Mod.py",
];
const PATTERNS = ["x*?.py", "**/deep.py", "q?/run", "back\\slash.py"];

describe("file names", () => {
  it("takes every name literally (REQ-109-006)", async () => {
    const names = ["mod.py", ...PLAIN, ...PATTERNS];
    using folder = tree({
      ...Object.fromEntries(names.map((name) => [name, USE])),
      "mod.py": "def helper(): ...\n",
      "xy.py": USE,
      "sub/deep.py": USE,
      "pyrightconfig.json": '{ "ignore": ["."] }',
    });
    await using session = await startReal({ root: folder.path, files: names });
    const { server } = session;
    expect(server.sourceFileCount).toBe(names.length);
    openFile(server, folder, "mod.py");
    for (const name of PATTERNS) openFile(server, folder, name);
    const answer = await server.rename("mod.py", find(folder, "mod.py", "helper"), "assist");
    const uses = names.filter((name) => name !== "mod.py").flatMap((name) => [`${name}:0`, `${name}:2`]);
    expect(places(answer)).toEqual(["mod.py:0", ...uses].sort());
  });

  it("counts fewer files when one is missing", async () => {
    using folder = tree({ "a.py": "", "b.py": "" });
    await using session = await startReal({ root: folder.path, files: ["a.py", "b.py", "c.py"] });
    expect(session.server.sourceFileCount).toBe(2);
  });

  it.each(["with, comma", "[br]ack", "#x %20", "$HOME"])(
    "works in a root called %s (REQ-109-006)",
    async (name) => {
      using folder = tree({ [`${name}/mod.py`]: "def helper(): ...\n", [`${name}/use.py`]: USE });
      await using session = await startReal({
        root: `${folder.path}/${name}`,
        files: ["mod.py", "use.py"],
      });
      const { server } = session;
      expect(server.sourceFileCount).toBe(2);
      server.open("mod.py", "def helper(): ...\n");
      server.open("use.py", USE);
      const answer = await server.rename("mod.py", { line: 0, character: 4 }, "assist");
      expect(places(answer)).toEqual(["mod.py:0", "use.py:0", "use.py:2"]);
    },
  );

  it("refuses a source root that the server would read as a pattern", async () => {
    using folder = tree({ "q?/a.py": "" });
    const files = ["q?/a.py"];
    const start = startReal({ root: folder.path, files, sourceRoots: ["q?"] });
    await expect(start).rejects.toThrow(/cannot import from .*\/q\?: .*source roots/);
    await using session = await startReal({ root: folder.path, files });
    expect(session.server.sourceFileCount).toBe(1);
  });

  it("tells files apart that differ in case only", async () => {
    using folder = tree({
      "one/Name.py": "Upper = 1\n",
      "one/name.py": "lower = 1\n",
      "use.py": "import one.name\nimport one.Name\n",
    });
    for (const sandbox of [true, false]) {
      const files = ["one/Name.py", "one/name.py", "use.py"];
      await using session = await startReal({ root: folder.path, files }, { sandbox });
      expect(session.server.sourceFileCount).toBe(3);
      const found = [0, 1].map((line) => session.server.definition("use.py", { line, character: 12 }));
      expect((await Promise.all(found)).map((locations) => locations[0]?.path)).toEqual([
        "one/name.py",
        "one/Name.py",
      ]);
    }
  });
});
