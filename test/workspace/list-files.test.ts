import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitTopLevel } from "../../src/workspace/git-top-level.ts";
import { openWorkspace, type WorkspaceOptions } from "../../src/workspace/open-workspace.ts";
import { WorkspaceError } from "../../src/workspace/workspace-error.ts";
import { scratch } from "./scratch.ts";

async function paths(root: string): Promise<readonly string[]> {
  return (await openWorkspace(root).files()).files.map(({ path }) => path);
}

async function kinds(root: string, options?: WorkspaceOptions): Promise<Readonly<Record<string, string>>> {
  const { files } = await openWorkspace(root, options).files();
  return Object.fromEntries(files.map(({ path, kind }) => [path, kind]));
}

describe("the file set of a git repository", () => {
  it("holds tracked and untracked files, once each and sorted, and no ignored or deleted ones", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    for (const name of ["b.py", "gone.py", "tracked-ignored.log"]) repo.write(name, "x = 1\n");
    repo.git("add", "-A");
    repo.write(".gitignore", "*.log\nbuild/\n");
    repo.write("new folder/ünï \n.py", "x = 1\n");
    repo.write("a.txt", "");
    repo.write("loose.log", "");
    repo.write("build/out.py", "");
    rmSync(join(repo.path, "gone.py"));
    expect(await paths(repo.path)).toEqual([
      ".gitignore",
      "a.txt",
      "b.py",
      "new folder/ünï \n.py",
      "tracked-ignored.log",
    ]);
  });

  it("lists each file of a conflicted merge once", async () => {
    using repo = scratch();
    repo.git("init", "-q", "-b", "main");
    repo.write("a.py", "x = 1\n");
    repo.git("add", "-A");
    repo.git("commit", "-qm", "base");
    repo.git("checkout", "-qb", "other");
    repo.write("a.py", "x = 2\n");
    repo.git("commit", "-qam", "other");
    repo.git("checkout", "-q", "main");
    repo.write("a.py", "x = 3\n");
    repo.git("commit", "-qam", "main");
    expect(() => repo.git("merge", "other")).toThrow();
    expect(await paths(repo.path)).toEqual(["a.py"]);
  });

  it("is relative to a root below the top level", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    repo.write("top.py", "");
    repo.write("pkg/in.py", "");
    repo.write("pkg/sub/deep.py", "");
    expect(await paths(join(repo.path, "pkg"))).toEqual(["in.py", "sub/deep.py"]);
  });

  it("walks a root that git ignores as a whole", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    repo.write(".gitignore", "generated/\n");
    repo.write("generated/a.py", "");
    expect(await paths(join(repo.path, "generated"))).toEqual(["a.py"]);
  });

  it("leaves out submodules and repositories inside the repository", async () => {
    using other = scratch();
    other.git("init", "-q");
    other.write("theirs.py", "");
    other.git("add", "-A");
    other.git("commit", "-qm", "c");
    using repo = scratch();
    repo.git("init", "-q");
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.path, "vendored");
    repo.write("own.py", "");
    repo.write("nested/inner.py", "");
    execFileSync("git", ["init", "-q", join(repo.path, "nested")]);
    expect(await paths(repo.path)).toEqual([".gitmodules", "own.py"]);
  });

  it("does not reach through a folder that was replaced by a link (REQ-109-201)", async () => {
    using elsewhere = scratch();
    elsewhere.write("a.py", "secret = 1\n");
    using repo = scratch();
    repo.git("init", "-q");
    repo.write("pkg/a.py", "x = 1\n");
    repo.git("add", "-A");
    renameSync(join(repo.path, "pkg"), join(elsewhere.path, "moved"));
    symlinkSync(elsewhere.path, join(repo.path, "pkg"));
    const { files, links } = await openWorkspace(repo.path).files();
    expect(files).toEqual([]);
    expect(links).toEqual([{ path: "pkg", target: null, directory: true }]);
  });

  it("lists links apart, each with the place that it leads to", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    repo.write("pkg/real.py", "");
    symlinkSync("pkg/real.py", join(repo.path, "link.py"));
    symlinkSync("link.py", join(repo.path, "twice.py"));
    symlinkSync("pkg", join(repo.path, "folder"));
    symlinkSync("nowhere.py", join(repo.path, "broken.py"));
    symlinkSync("/", join(repo.path, "outside"));
    symlinkSync(".", join(repo.path, "self"));
    const { files, links } = await openWorkspace(repo.path).files();
    expect(files.map(({ path }) => path)).toEqual(["pkg/real.py"]);
    expect(links).toEqual([
      { path: "broken.py", target: null, directory: false },
      { path: "folder", target: "pkg", directory: true },
      { path: "link.py", target: "pkg/real.py", directory: false },
      { path: "outside", target: null, directory: true },
      { path: "self", target: ".", directory: true },
      { path: "twice.py", target: "pkg/real.py", directory: false },
    ]);
  });

  it("refuses a file name that is not UTF-8 instead of leaving the file out", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    writeFileSync(Buffer.concat([Buffer.from(`${repo.path}/caf`), Buffer.from([0xe9])]), "");
    await expect(openWorkspace(repo.path).files()).rejects.toThrow(/not UTF-8.*caf/);
  });

  it("runs nothing that the repository configures or holds (REQ-109-204)", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    repo.write("a.py", "");
    const mark = join(repo.path, ".git", "ran");
    const script = repo.write(".git/hooks/trap", `#!/bin/sh\ntouch '${mark}'\n`, 0o755);
    repo.write("git", `#!/bin/sh\ntouch '${mark}'\n`, 0o755);
    for (const key of ["core.fsmonitor", "core.pager", "alias.ls-files", "core.sshCommand"]) {
      repo.git("config", key, key.startsWith("alias") ? `!${script}` : script);
    }
    repo.git("config", "core.hooksPath", dirname(script));
    const path = process.env["PATH"];
    try {
      process.env["PATH"] = `.:${path}`;
      expect(await paths(repo.path)).toEqual(["a.py", "git"]);
      expect(await gitTopLevel(repo.path)).toBe(repo.path);
    } finally {
      process.env["PATH"] = path;
    }
    expect(existsSync(mark)).toBe(false);
  });

  it("ignores the caller's GIT_* variables", async () => {
    using other = scratch();
    other.git("init", "-q");
    using repo = scratch();
    repo.git("init", "-q");
    repo.write("a.py", "");
    try {
      process.env["GIT_DIR"] = join(other.path, ".git");
      process.env["GIT_WORK_TREE"] = other.path;
      expect(await gitTopLevel(repo.path)).toBe(repo.path);
      expect(await paths(repo.path)).toEqual(["a.py"]);
    } finally {
      delete process.env["GIT_DIR"];
      delete process.env["GIT_WORK_TREE"];
    }
  });

  it("reads a repository that belongs to another user", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    repo.write("a.py", "");
    if (process.getuid?.() === 0) {
      for (const path of [repo.path, join(repo.path, ".git")]) chownSync(path, 12345, 12345);
      expect(() => repo.git("status")).toThrow(/dubious/);
    }
    expect(await paths(repo.path)).toEqual(["a.py"]);
  });

  it("does not follow a work tree that is configured elsewhere (REQ-109-201)", async () => {
    using elsewhere = scratch();
    elsewhere.write("a.py", "");
    using repo = scratch();
    repo.git("init", "-q");
    repo.git("config", "core.worktree", elsewhere.path);
    await expect(gitTopLevel(repo.path)).rejects.toThrow(/core\.worktree/);
    await expect(openWorkspace(repo.path).files()).rejects.toThrow(WorkspaceError);
  });

  it("takes a path with shell characters as it is (REQ-109-204)", async () => {
    using repo = scratch();
    const root = join(repo.path, "a $(touch ran); `b` 'c'");
    mkdirSync(root);
    execFileSync("git", ["init", "-q", root]);
    repo.write("a $(touch ran); `b` 'c'/$HOME;*.py", "");
    expect(await paths(root)).toEqual(["$HOME;*.py"]);
  });
});

describe("the file set of a folder without git", () => {
  it("is all of it, without tool folders, virtual environments and what links lead to", async () => {
    using folder = scratch();
    for (const path of [
      "b.py",
      "pkg/a.py",
      ".hidden/c.py",
      ".git-like/d.py",
      "node_modules/x/e.py",
      "pkg/__pycache__/a.pyc",
      "env/pyvenv.cfg",
      "env/lib/site.py",
    ]) {
      folder.write(path, "");
    }
    symlinkSync("pkg", join(folder.path, "link"));
    const { files, links } = await openWorkspace(folder.path).files();
    expect(files.map(({ path }) => path)).toEqual([".git-like/d.py", ".hidden/c.py", "b.py", "pkg/a.py"]);
    expect(links).toEqual([{ path: "link", target: "pkg", directory: true }]);
  });

  it("has no git top level", async () => {
    using folder = scratch();
    expect(await gitTopLevel(folder.path)).toBeNull();
    await expect(gitTopLevel(join(folder.path, "nowhere"))).rejects.toThrow(WorkspaceError);
  });

  it("is not guessed when git cannot read the repository", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    repo.write(".git/config", "[core\n");
    await expect(openWorkspace(repo.path).files()).rejects.toThrow(/git cannot read the repository/);
  });

  it("is not guessed when git is missing and there is a repository", async () => {
    using repo = scratch();
    repo.git("init", "-q");
    using plain = scratch();
    plain.write("a.py", "");
    const path = process.env["PATH"];
    try {
      process.env["PATH"] = plain.path;
      expect(await paths(plain.path)).toEqual(["a.py"]);
      await expect(openWorkspace(repo.path).files()).rejects.toThrow(/is it installed/);
    } finally {
      process.env["PATH"] = path;
    }
  });
});

describe("the kind of a file", () => {
  it("is python by suffix, or by shebang where there is no suffix", async () => {
    using folder = scratch();
    for (const name of ["a.py", "b.pyi", "c.pyw", "with-nul.py"]) folder.write(name, "x = '\0'\n");
    const python = [
      "#!/usr/bin/env python3",
      "#! /usr/bin/python3.11 -E",
      "#!/usr/bin/env -S python -u",
      "#!/usr/bin/env -Spython3",
      "#!/usr/bin/env -i PYTHONPATH=. python2",
      "#!python",
      "#!/opt/pypy3",
      "#!/usr/bin/env -S uv run --script",
    ];
    const text = [
      "#!/bin/sh python",
      "#!/usr/bin/env node",
      "#!/usr/bin/pythonista",
      "# python",
      "",
      "#!",
      "#!/bin/uv run",
    ];
    for (const [i, line] of python.entries()) folder.write(`bin/p${i}`, `${line}\nx = 1\n`);
    for (const [i, line] of text.entries()) folder.write(`bin/t${i}`, `${line}\npython\n`);
    folder.write("bin/script.sh", "#!/usr/bin/env python3\n");
    expect(await kinds(folder.path)).toEqual({
      "a.py": "python",
      "b.pyi": "python",
      "c.pyw": "python",
      "with-nul.py": "python",
      "bin/script.sh": "text",
      ...Object.fromEntries(python.map((_, i) => [`bin/p${i}`, "python"])),
      ...Object.fromEntries(text.map((_, i) => [`bin/t${i}`, "text"])),
    });
  });

  it("is binary by a NUL byte among the first 8,000, and not for UTF-16", async () => {
    using folder = scratch();
    folder.write("late.dat", `${"a".repeat(8000)}\0`);
    folder.write("early.dat", `${"a".repeat(7999)}\0`);
    folder.write("le.txt", Buffer.from("\uFEFFhi", "utf16le"));
    folder.write("be.txt", Buffer.from("\uFEFFhi", "utf16le").swap16());
    folder.write("utf32.txt", new Uint8Array([0xff, 0xfe, 0, 0, 65, 0, 0, 0]));
    folder.write("book.ipynb", "{}");
    folder.write("empty", "");
    expect(await kinds(folder.path)).toEqual({
      "late.dat": "text",
      "early.dat": "binary",
      "le.txt": "text",
      "be.txt": "text",
      "utf32.txt": "binary",
      "book.ipynb": "text",
      empty: "text",
    });
  });

  it("is oversize above the limit for text and Python, and the size is told", async () => {
    using folder = scratch();
    for (const name of ["a.py", "a.txt", "at-limit.txt"]) folder.write(name, "x".repeat(100));
    folder.write("a.bin", `\0${"x".repeat(200)}`);
    folder.write("a.py", "x".repeat(101));
    folder.write("a.txt", "x".repeat(101));
    expect(await kinds(folder.path, { sizeLimit: 100 })).toEqual({
      "a.py": "oversize",
      "a.txt": "oversize",
      "at-limit.txt": "text",
      "a.bin": "binary",
    });
    truncateSync(folder.write("huge.py", ""), 5 * 1024 * 1024 + 1);
    const { files } = await openWorkspace(folder.path).files();
    expect(files.find(({ path }) => path === "huge.py")).toEqual({
      path: "huge.py",
      kind: "oversize",
      size: 5 * 1024 * 1024 + 1,
    });
  });
});
