import { describe, expect, test } from "vitest";
import { committedFile, committedPaths } from "../../src/workspace/committed-file.ts";
import { readHead } from "../../src/workspace/head.ts";
import { stageTree } from "../../src/workspace/stage-tree.ts";
import { uncommittedPaths } from "../../src/workspace/uncommitted-paths.ts";
import { type Scratch, scratch } from "./scratch.ts";

function committed(files: Readonly<Record<string, string>>, ...executable: readonly string[]): Scratch {
  const repo = scratch();
  repo.git("init", "--quiet");
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  repo.git("-c", "core.autocrlf=false", "add", "--all");
  for (const path of executable) repo.git("update-index", "--chmod=+x", path);
  repo.git("commit", "--quiet", "--message", "base");
  return repo;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (content: Uint8Array) => new TextDecoder().decode(content);

async function stage(
  repo: Scratch,
  files: Readonly<Record<string, string>>,
  removals: readonly string[] = [],
) {
  const writes = Object.entries(files).map(([path, content]) => ({
    path,
    oldPath: path,
    content: bytes(content),
  }));
  const before = repo.tree();
  const staged = await stageTree(repo.path, writes, removals);
  expect(repo.tree()).toEqual(before);
  expect(repo.git("-c", "core.fsmonitor=false", "diff", "--cached", "--name-only")).toBe("");
  const shown = staged.entries.map((e) =>
    "removed" in e ? `${e.path} removed` : `${e.path} ${e.mode} ${text(e.content)}`,
  );
  return { shown, tree: staged.sha, entries: staged.entries };
}

describe("a staged tree", () => {
  test("is what git would commit, with the modes as they were, and touches neither files nor index", async () => {
    using repo = committed({ "a.py": "a\n", "run.py": "r\n", "plan.toml": "p\n" }, "run.py");
    const { shown, tree } = await stage(repo, { "a.py": "A\n", "run.py": "R\n" }, ["plan.toml"]);
    expect(shown).toEqual(["a.py 100644 A\n", "plan.toml removed", "run.py 100755 R\n"]);
    expect(repo.git("ls-tree", "-r", "--name-only", tree)).toBe("a.py\nrun.py\n");
    expect(repo.git("cat-file", "-p", `${tree}:run.py`)).toBe("R\n");
  });

  test("moves files with their modes, also where two change places", async () => {
    using repo = committed({ "a.py": "a\n", "run.py": "r\n", "gone.py": "g\n" }, "run.py");
    const moves = [
      { path: "run.py", oldPath: "a.py", content: bytes("a\n") },
      { path: "a.py", oldPath: "run.py", content: bytes("r\n") },
      { path: "pkg/new.py", oldPath: "gone.py", content: bytes("G\n") },
      { path: "pkg/__init__.py", oldPath: null, content: bytes("") },
    ];
    const { sha } = await stageTree(repo.path, moves, []);
    expect(repo.git("ls-tree", "-r", sha).replace(/ blob \w+/g, "")).toBe(
      "100755\ta.py\n100644\tpkg/__init__.py\n100644\tpkg/new.py\n100644\trun.py\n",
    );
  });

  test("keeps line ends as git keeps them: by attribute, and where the commit has them already", async () => {
    using repo = committed({
      ".gitattributes": "e.py eol=crlf\nt.py text\nn.py -text\n",
      "e.py": "e\n",
      "t.py": "t\n",
      "n.py": "n\n",
    });
    const { shown } = await stage(repo, { "e.py": "E\r\n", "t.py": "T\r\n", "n.py": "N\r\n" });
    expect(shown).toEqual(["e.py 100644 E\n", "n.py 100644 N\r\n", "t.py 100644 T\n"]);
    using windows = committed({ "w.py": "a\r\nb\r\n" });
    windows.write(".gitattributes", "* text=auto\n");
    windows.git("add", ".gitattributes");
    windows.git("commit", "--quiet", "--message", "attributes");
    expect((await stage(windows, { "w.py": "A\r\nb\r\n" })).shown).toEqual(["w.py 100644 A\r\nb\r\n"]);
  });

  test("runs no program that the repository or its attributes name", async () => {
    using repo = committed({ ".gitattributes": "*.py filter=evil\n", "a.py": "a\n" });
    repo.git("config", "core.hooksPath", ".");
    repo.git("config", "core.fsmonitor", "touch ran");
    expect((await stage(repo, { "a.py": "A\n" })).shown).toEqual(["a.py 100644 A\n"]);
    expect(repo.tree()).not.toHaveProperty("ran");
  });

  test("takes names literally, and only the ones that it was given", async () => {
    using repo = committed({ "[ab].py": "x\n", "a.py": "a\n", ":(top)b.py": "b\n", "d\n.py": "d\n" });
    const { shown } = await stage(repo, { "[ab].py": "X\n", ":(top)b.py": "B\n", "d\n.py": "D\n" });
    expect(shown).toEqual([":(top)b.py 100644 B\n", "[ab].py 100644 X\n", "d\n.py 100644 D\n"]);
  });

  test("leaves the repository neither by a name nor by a link", async () => {
    using repo = committed({ "a.py": "a\n" });
    await expect(
      stageTree(repo.path, [{ path: "../x.py", oldPath: null, content: bytes("x") }], []),
    ).rejects.toThrow(/no path inside/);
    await expect(
      stageTree(repo.path, [{ path: ".git/hooks/x", oldPath: null, content: bytes("x") }], []),
    ).rejects.toThrow(/belongs to git/);
  });
});

describe("what is committed", () => {
  test("is read from the commit, whatever lies in the work tree", async () => {
    using repo = committed({ "a.py": "a\n", "d/b.py": "b\n" });
    repo.write("a.py", "changed\n");
    repo.write("new.py", "n\n");
    expect(text((await committedFile(repo.path, "a.py")) ?? bytes(""))).toBe("a\n");
    expect(await committedFile(repo.path, "new.py")).toBeNull();
    expect(await committedFile(repo.path, "d")).toBeNull();
    expect(await committedPaths(repo.path)).toEqual(["a.py", "d/b.py"]);
    expect([...(await uncommittedPaths(repo.path))].sort()).toEqual(["a.py", "new.py"]);
    expect(await readHead(repo.path)).toEqual({
      commit: repo.git("rev-parse", "HEAD").trim(),
      tree: repo.git("rev-parse", "HEAD^{tree}").trim(),
    });
  });

  test("and a sparse checkout leaves out is told", async () => {
    using repo = committed({ "a/x.py": "a\n", "b/y.py": "b\n" });
    expect(await uncommittedPaths(repo.path)).toEqual([]);
    repo.git("sparse-checkout", "set", "a");
    expect(await uncommittedPaths(repo.path)).toEqual(["b/y.py"]);
  });
});
