import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { TreeChange } from "../../src/engine/ports.ts";
import { sha256 } from "../../src/workspace/sha256.ts";
import { scratch, type Scratch } from "./scratch.ts";

/** A tree and what is to become of it. Paths are relative to the root. */
export interface MoveCase {
  /** Path to content; `mode content` where the mode is not 644. */
  readonly files: Readonly<Record<string, string>>;
  /** Those that git does not track. */
  readonly untracked?: readonly string[];
  readonly moves: readonly (readonly [string, string])[];
  /** New contents, by the path after the moves; created where nothing was. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Where the root lies: the top of a repository, a folder of it, a linked work tree, or no repository at all. */
  readonly place?: "top" | "below" | "worktree" | "plain";
  /** Done to the repository before the change; a list of git commands, run in the root. */
  readonly git?: readonly (readonly string[])[];
  /** What is left at the end besides what `git mv` leaves: paths to remove. */
  readonly alsoGone?: readonly string[];
}

const PACKAGE = {
  "pkg/__init__.py": "",
  "pkg/core.py": "core = 1\n",
  "pkg/run.py": "755 #!/usr/bin/env python\n",
  "use.py": "import pkg.core\n",
};

/** Everything at once, for the kills. */
export const EVERYTHING: MoveCase = {
  place: "below",
  files: { ...PACKAGE, "a.py": "755 a\n", "b.py": "b\n", "x.py": "x\n", "y.py": "600 y\n" },
  untracked: ["y.py"],
  moves: [
    ["pkg/run.py", "lib/deep/run.py"],
    ["a.py", "b.py"],
    ["b.py", "a.py"],
    ["x.py", "y.py"],
    ["y.py", "z.py"],
  ],
  edits: { "lib/__init__.py": "", "use.py": "import lib.deep.run\n", "lib/deep/run.py": "run = 2\n" },
};

export const MOVE_CASES: Readonly<Record<string, MoveCase>> = {
  "one module": { files: { "a.py": "a\n", "b.py": "b\n" }, moves: [["a.py", "c.py"]] },
  "a module into a package that is made": {
    files: { "a.py": "a\n", "use.py": "import a\n" },
    moves: [["a.py", "new/deep/a.py"]],
    edits: { "new/__init__.py": "", "new/deep/__init__.py": "", "use.py": "import new.deep.a\n" },
  },
  "a package with a mode, an edit of a file of it, and one of its importer": {
    files: PACKAGE,
    moves: [
      ["pkg/__init__.py", "lib/__init__.py"],
      ["pkg/core.py", "lib/core.py"],
      ["pkg/run.py", "lib/run.py"],
    ],
    edits: { "lib/core.py": "core = 2\n", "use.py": "import lib.core\n" },
  },
  "a swap": {
    files: { "a.py": "755 a\n", "b.py": "b\n", "e.py": "755 ", "f.py": "" },
    moves: [
      ["a.py", "b.py"],
      ["b.py", "a.py"],
      ["e.py", "f.py"],
      ["f.py", "e.py"],
    ],
    edits: { "b.py": "a edited\n" },
  },
  "a chain whose last one is untracked": {
    files: { "a.py": "a\n", "b.py": "600 b\n", "c.py": "c\n" },
    untracked: ["c.py"],
    moves: [
      ["a.py", "b.py"],
      ["b.py", "c.py"],
      ["c.py", "d/c.py"],
    ],
  },
  "a chain whose first one is untracked": {
    files: { "a.py": "a\n", "b.py": "b\n" },
    untracked: ["a.py"],
    moves: [
      ["a.py", "b.py"],
      ["b.py", "c.py"],
    ],
  },
  "an untracked file": {
    files: { "a.py": "a\n", "b.py": "b\n" },
    untracked: ["a.py"],
    moves: [["a.py", "x/a.py"]],
  },
  "a rename that differs in case": { files: { "Foo/A.py": "a\n" }, moves: [["Foo/A.py", "foo/a.py"]] },
  "a module that becomes the __init__ of its name": {
    files: { "a.py": "a\n" },
    moves: [["a.py", "a/__init__.py"]],
  },
  "a root below the top": {
    place: "below",
    files: PACKAGE,
    moves: [
      ["pkg/core.py", "core.py"],
      ["pkg/run.py", "up/é ü.py"],
    ],
    edits: { "use.py": "import core\n" },
  },
  "a linked work tree": { place: "worktree", files: PACKAGE, moves: [["pkg/core.py", "core.py"]] },
  "no git": {
    place: "plain",
    files: PACKAGE,
    moves: [
      ["pkg/core.py", "core.py"],
      ["pkg/run.py", "pkg/sub/run.py"],
    ],
  },
  "a staged change, which stays staged under the new name": {
    files: { "a.py": "a\n", "b.py": "b\n" },
    git: [
      ["rm", "--cached", "-q", "b.py"],
      ["update-index", "--chmod=+x", "a.py"],
    ],
    moves: [["a.py", "c.py"]],
  },
  "a file that git was told not to look at": {
    files: { "a.py": "a\n", "b.py": "b\n" },
    git: [["update-index", "--assume-unchanged", "a.py"]],
    moves: [["a.py", "c.py"]],
  },
  "a split index": {
    files: PACKAGE,
    git: [["update-index", "--split-index"]],
    moves: [["pkg/core.py", "core.py"]],
  },
  "a sparse index": {
    files: { ...PACKAGE, "far/a.py": "a\n", "far/b/b.py": "b\n" },
    git: [
      ["sparse-checkout", "init", "--cone", "--sparse-index"],
      ["sparse-checkout", "set", "pkg"],
    ],
    moves: [["pkg/core.py", "core.py"]],
  },
  "compiled modules, which keep no folder": {
    files: {
      "pkg/old/a.py": "a\n",
      "pkg/old/__pycache__/a.cpython-313.pyc": "x",
      "pkg/__pycache__/b.pyc": "x",
      ".gitignore": "*.pyc\n",
    },
    untracked: ["pkg/old/__pycache__/a.cpython-313.pyc", "pkg/__pycache__/b.pyc"],
    moves: [["pkg/old/a.py", "a.py"]],
    alsoGone: ["pkg"],
  },
  "compiled modules beside something else": {
    files: { "pkg/a.py": "a\n", "pkg/__pycache__/a.pyc": "x", "pkg/__pycache__/notes.txt": "x" },
    untracked: ["pkg/__pycache__/a.pyc", "pkg/__pycache__/notes.txt"],
    moves: [["pkg/a.py", "a.py"]],
  },
  "compiled modules that git tracks": {
    files: { "pkg/a.py": "a\n", "pkg/__pycache__/a.pyc": "x" },
    moves: [["pkg/a.py", "a.py"]],
  },
  everything: EVERYTHING,
};

/** A case on the disk. */
export interface Laid extends Disposable {
  readonly root: string;
  readonly folder: Scratch;
  readonly git: (...args: readonly string[]) => string;
  /** As `git`, with something to read. */
  readonly gitWith: (input: string, ...args: readonly string[]) => string;
}

export function layOut({ files, untracked = [], place = "top", git: commands = [] }: MoveCase): Laid {
  const folder = scratch();
  const root = place === "below" ? join(folder.path, "sub/dir") : join(folder.path, "tree");
  const git = (...args: readonly string[]): string => gitIn(root, args);
  const lay = (paths: readonly string[], below: string): void => {
    for (const path of paths) {
      const [, mode = "644", content = ""] = /^(?:([0-7]{3}) )?([^]*)$/.exec(files[path] ?? "") ?? [];
      folder.write(join(below, path), content, parseInt(mode, 8));
    }
  };
  const tracked = Object.keys(files).filter((path) => !untracked.includes(path));
  const below = root.slice(folder.path.length + 1);
  mkdirSync(root, { recursive: true });
  if (place === "worktree") {
    lay(tracked, "main");
    gitIn(join(folder.path, "main"), ["init", "-q"]);
    commitAll(join(folder.path, "main"), tracked);
    gitIn(join(folder.path, "main"), ["worktree", "add", "-q", root]);
  } else {
    lay(tracked, below);
    if (place === "below") folder.write("sub/a.py", "not of the root\n");
    if (place !== "plain") gitIn(place === "below" ? folder.path : root, ["init", "-q"]);
    if (place !== "plain") commitAll(root, tracked);
    if (place === "below") git("add", "../a.py");
  }
  lay(untracked, below);
  for (const command of commands) git(...command);
  const gitWith = (input: string, ...args: readonly string[]): string => gitIn(root, args, input);
  return { root, folder, git, gitWith, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function commitAll(root: string, tracked: readonly string[]): void {
  gitIn(root, ["add", "-f", "--", ...tracked]);
  gitIn(root, ["commit", "-q", "-m", "first"]);
}

function gitIn(cwd: string, args: readonly string[], input = ""): string {
  const who = { NAME: "a", EMAIL: "a@example.org" };
  const env = Object.entries(who).flatMap(([key, value]) =>
    ["AUTHOR", "COMMITTER"].map((role) => [`GIT_${role}_${key}`, value] as const),
  );
  return execFileSync("git", args, {
    cwd,
    encoding: "latin1",
    input,
    stdio: ["pipe", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1", ...Object.fromEntries(env) },
  });
}

/** The change that a case asks for, of the files as they lie there. */
export function changeOf(root: string, { moves, edits = {} }: MoveCase): TreeChange {
  const before = (path: string): Uint8Array | null =>
    existsSync(join(root, path)) ? readFileSync(join(root, path)) : null;
  const contents = new Map<string, Uint8Array | null>(moves.map(([old]) => [old, null]));
  for (const [old, target] of moves) contents.set(target, before(old));
  for (const [path, content] of Object.entries(edits)) contents.set(path, Buffer.from(content));
  const writes = [...contents].map(([path, content]) => {
    const bytes = before(path);
    return { path, preimage: bytes === null ? null : sha256(bytes), content };
  });
  return { writes, moves: moves.map(([old, target]) => ({ old, new: target })) };
}

/** The same change by `git mv`, by way of names that nothing has; then the edits. */
export function moveByHand(
  { root, git, folder }: Laid,
  { moves, edits = {}, alsoGone = [] }: MoveCase,
): void {
  const isTracked = (path: string): boolean => {
    try {
      return git("ls-files", "--", path) !== "";
    } catch {
      return false;
    }
  };
  const move = (old: string, target: string): void => {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    if (isTracked(old)) git("mv", "--", old, target);
    else renameSync(join(root, old), join(root, target));
  };
  for (const [index, [old]] of moves.entries()) move(old, `moving-${index}`);
  for (const [index, [, target]] of moves.entries()) move(`moving-${index}`, target);
  const isMoved = moves.some(([, target]) => isTracked(target));
  for (const [path, content] of Object.entries(edits)) {
    const isNew = !existsSync(join(root, path));
    folder.write(join(root.slice(folder.path.length + 1), path), content);
    // An empty file that is made, the `__init__.py` of a package, goes along with what moves.
    if (isNew && content === "" && isMoved) git("add", "--", path);
  }
  for (const path of alsoGone) rmSync(join(root, path), { recursive: true });
  // Git removes no folders.
  for (const [old] of moves) {
    for (
      let at = dirname(old);
      at !== "." && existsSync(join(root, at)) && readdirSync(join(root, at)).length === 0;
      at = dirname(at)
    ) {
      rmSync(join(root, at), { recursive: true });
    }
  }
}

/** Everything that a run could change: files with modes, folders, git's index and its folder. */
export function snapshot({ root, folder, git }: Laid): Readonly<Record<string, unknown>> {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith(".git"))
    .sort();
  const tree = folder.tree();
  let gitDir: string;
  try {
    gitDir = resolve(root, git("rev-parse", "--git-dir").trim());
  } catch {
    return { tree, folders };
  }
  return {
    tree,
    folders,
    index: sha256(readFileSync(join(gitDir, "index"))),
    inGit: readdirSync(gitDir).sort(),
  };
}

/** What git's index holds, with flags, and without unfolding the folders of a sparse one. */
export function indexEntries({ git }: Laid): string {
  return git("ls-files", "--full-name", "--stage", "-v", "--sparse", ":/");
}
