import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probeClass, probeModule } from "../../src/engine/probe.ts";
import { startReal, type TestSession } from "../lsp/session.ts";
import { at, tree } from "../lsp/tree.ts";

const FILES = {
  "pkg/__init__.py": "",
  "pkg/base.py": "class Top:\n    def run(self): ...\n\n\nclass Middle(Top): ...\n",
  "pkg/sub.py": [
    "import threading",
    "from nowhere_installed import Unknown",
    "from pkg.base import Middle",
    "",
    "",
    "class Sub(Middle):",
    "    def run(self): ...",
    "",
    "    limit = 1",
    "",
    "    class Inner(threading.Thread): ...",
    "",
    "",
    "class Puzzle(Middle, Unknown): ...",
    "",
  ].join("\n"),
};

/** Facts about the real server that src/engine/probe.ts leans on. */
describe("asking by a document that exists nowhere", () => {
  const folder = tree(FILES);
  let session: TestSession;
  beforeAll(async () => {
    session = await startReal({ root: folder.path, files: Object.keys(FILES) });
  });
  afterAll(async () => {
    await session[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const probe = async (name: string, inherited: readonly string[], present: readonly string[]) => {
    const found = await probeClass(session.server, "pkg.sub", name, { inherited, present });
    const list = (names: typeof found.present) =>
      Object.fromEntries([...names].map(([key, places]) => [key, [...new Set(places.map(at))]]));
    return {
      basesKnown: found.basesKnown,
      inherited: list(found.inherited),
      present: list(found.present),
    };
  };

  test("super() goes to the nearest base that has the name, several files up", async () => {
    expect(await probe("Sub", ["run", "limit"], ["run", "limit", "nothing"])).toEqual({
      basesKnown: true,
      inherited: { run: ["pkg/base.py:1"], limit: [] },
      present: { run: ["pkg/sub.py:6"], limit: ["pkg/sub.py:8"], nothing: [] },
    });
  });

  test("and to a base outside the repository", async () => {
    const { basesKnown, inherited } = await probe("Sub.Inner", ["run", "execute"], []);
    expect(basesKnown).toBe(true);
    expect(inherited["run"]).toEqual([expect.stringContaining("threading.pyi:")]);
    expect(inherited["execute"]).toEqual([]);
  });

  test("a name that nobody has is reported unless a base is unknown", async () => {
    expect((await probe("Puzzle", [], [])).basesKnown).toBe(false);
  });

  test("an import of a module goes to its file (REQ-109-009)", async () => {
    expect((await probeModule(session.server, "pkg.sub")).map(at)).toEqual(["pkg/sub.py:0"]);
    expect((await probeModule(session.server, "pkg")).map(at)).toEqual(["pkg/__init__.py:0"]);
    expect(await probeModule(session.server, "pkg.nothing")).toEqual([]);
  });
});
