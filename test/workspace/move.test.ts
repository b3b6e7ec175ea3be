import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ApplyResult, Transaction } from "../../src/engine/ports.ts";
import { isSameEntry } from "../../src/workspace/is-same-entry.ts";
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { trackedPaths } from "../../src/workspace/tracked-paths.ts";
import { WorkspaceError } from "../../src/workspace/workspace-error.ts";
import {
  changeOf,
  EVERYTHING,
  indexEntries,
  layOut,
  MOVE_CASES,
  moveByHand,
  snapshot,
  type Laid,
  type MoveCase,
} from "./move-cases.ts";
import { scratch, type Scratch } from "./scratch.ts";

const accept = (): null => null;

interface Bench extends Disposable {
  readonly laid: Laid;
  readonly state: Scratch;
  open(afterStep?: (step: string) => void): Transaction;
  apply(afterStep?: (step: string) => void): Promise<ApplyResult>;
}

function bench(move: MoveCase): Bench {
  const laid = layOut(move);
  const state = scratch();
  const open = (afterStep: (step: string) => void = () => undefined): Transaction =>
    openTransaction(laid.root, { stateHome: join(state.path, "home"), afterStep });
  return {
    laid,
    state,
    open,
    apply: (afterStep) => open(afterStep).apply(changeOf(laid.root, move), accept),
    [Symbol.dispose]: () => {
      laid[Symbol.dispose]();
      state[Symbol.dispose]();
    },
  };
}

const CASES = Object.entries(MOVE_CASES);
/** Together they have every step; the others differ in what git makes of them. */
const UNDONE = CASES.filter(([name]) =>
  /^(one module|a package|a swap|a module that becomes|a linked|no git|a split|a sparse|everything)/.test(
    name,
  ),
);
const ONE = caseOf("one module");

function caseOf(name: string): MoveCase {
  const found = MOVE_CASES[name];
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
}

/** Runs `act` after the first step of that name. */
function after(name: string, act: () => void): (step: string) => void {
  let done = false;
  return (step) => {
    if (step !== name || done) return;
    done = true;
    act();
  };
}

const fail = (): never => {
  throw new Error("no space left on device");
};

describe("moving", () => {
  it.each(CASES)("%s leaves what git mv and an edit leave", async (_, move) => {
    using b = bench(move);
    using twin = layOut(move);
    const inGit = snapshot(b.laid)["inGit"];
    expect(await b.apply()).toEqual({ status: "applied" });
    moveByHand(twin, move);
    const { index, ...now } = snapshot(b.laid);
    const { index: other, ...expected } = snapshot(twin);
    expect(typeof index).toBe(typeof other);
    expect(now).toEqual({ ...expected, ...(inGit !== undefined && { inGit }) });
    if (inGit !== undefined) {
      expect(indexEntries(b.laid)).toBe(indexEntries(twin));
      expect(b.laid.git("status", "--porcelain=v2", "-uall").replaceAll(/ [0-9a-f]{40}/g, "")).toBe(
        twin.git("status", "--porcelain=v2", "-uall").replaceAll(/ [0-9a-f]{40}/g, ""),
      );
    }
    expect(b.state.tree()).toEqual({});
  });

  it.each(UNDONE)("%s is undone as a whole, whatever fails (REQ-109-037, WE-5)", async (_, move) => {
    using b = bench(move);
    const before = snapshot(b.laid);
    for (let count = 1, failed = true; failed; count++) {
      let steps = 0;
      const result = await b.apply(() => {
        if (++steps === count) fail();
      });
      if (result.status === "applied") break;
      failed = steps >= count;
      expect(result).toMatchObject({ status: "rolled_back", reason: "no space left on device" });
      expect(snapshot(b.laid), `step ${count}`).toEqual(before);
      expect(b.state.tree(), `step ${count}`).toEqual({});
    }
  });

  it("is undone after a file that does not verify, and after SIGTERM", async () => {
    using b = bench(EVERYTHING);
    const before = snapshot(b.laid);
    const change = changeOf(b.laid.root, EVERYTHING);
    const asked: string[] = [];
    const reject = (path: string): string | null => {
      asked.push(path);
      return path === "z.py" ? "it does not parse" : null;
    };
    const rolledBack = { status: "rolled_back", path: "z.py", reason: "it does not parse" };
    expect(await b.open().apply(change, reject)).toEqual(rolledBack);
    const written = change.writes.filter(({ content }) => content !== null).map(({ path }) => path);
    expect(asked).toEqual(written.slice(0, written.indexOf("z.py") + 1));
    expect(snapshot(b.laid)).toEqual(before);
    for (const step of ["index copied", "index locked", "folder made", "file removed", "file replaced"]) {
      const kill = after(step, () => process.kill(process.pid, "SIGTERM"));
      expect(await b.apply(kill), step).toMatchObject({
        status: "rolled_back",
        reason: "the run was interrupted by SIGTERM",
      });
      expect(snapshot(b.laid), step).toEqual(before);
    }
  });

  it("rejects a change that contradicts itself as a bug of the caller", async () => {
    using b = bench(ONE);
    const { writes, moves } = changeOf(b.laid.root, ONE);
    const over = { old: "a.py", new: "b.py" };
    for (const wrong of [
      { writes: writes.slice(1), moves },
      { writes, moves: [...moves, ...moves] },
      { writes: [...writes, { path: "b.py", preimage: "0", content: Buffer.from("") }], moves: [over] },
    ]) {
      await expect(b.open().apply(wrong, accept)).rejects.toThrow(/^(two|a) moves? /);
    }
  });
});

describe("a path that is taken", () => {
  it.each(["file", "folder", "link", "dangling link"])(
    "by a %s aborts before anything is written",
    async (what) => {
      using b = bench(ONE);
      const change = changeOf(b.laid.root, ONE);
      const target = join(b.laid.root, "c.py");
      if (what === "file") writeFileSync(target, "");
      else if (what === "folder") mkdirSync(target);
      else symlinkSync(what === "link" ? "b.py" : "nowhere", target);
      const before = snapshot(b.laid);
      let steps = 0;
      expect(await b.open(() => (steps += 1)).apply(change, accept)).toEqual({
        status: "aborted",
        changed: ["c.py"],
      });
      expect(steps).toBe(0);
      expect(snapshot(b.laid)).toEqual(before);
    },
  );

  it.each(["file", "link", "dangling link"])("because a folder above it is a %s aborts too", async (what) => {
    using b = bench(caseOf("an untracked file"));
    const change = changeOf(b.laid.root, caseOf("an untracked file"));
    const above = join(b.laid.root, "x");
    if (what === "file") writeFileSync(above, "");
    else symlinkSync(what === "link" ? ".git" : "nowhere", above);
    const before = snapshot(b.laid);
    expect(await b.open().apply(change, accept)).toEqual({ status: "aborted", changed: ["x/a.py"] });
    expect(snapshot(b.laid)).toEqual(before);
  });

  it.each(["../c.py", ".git/c.py", "up/c.py"])(
    "outside the root is refused: %s (REQ-109-202)",
    async (target) => {
      using b = bench(ONE);
      symlinkSync(b.state.path, join(b.laid.root, "up"));
      const change = changeOf(b.laid.root, { ...ONE, moves: [["a.py", target]] });
      await expect(b.open().apply(change, accept)).rejects.toThrow(WorkspaceError);
      expect(b.laid.folder.tree()["tree/a.py"]).toBe("644 a\n");
      expect(b.state.tree()).toEqual({});
    },
  );

  it.each(["staged file synced", "file removed"])(
    "by a file that comes while the run writes is kept, and the rest restored (after: %s)",
    async (step) => {
      using b = bench(ONE);
      const before = snapshot(b.laid);
      const come = after(step, () => b.laid.folder.write("tree/c.py", "somebody's"));
      expect(await b.apply(come)).toEqual({
        status: "rolled_back",
        path: "c.py",
        reason: "something came to lie there while the run was writing",
      });
      expect(b.laid.folder.tree()["tree/c.py"]).toBe("644 somebody's");
      rmSync(join(b.laid.root, "c.py"));
      expect(snapshot(b.laid)).toEqual(before);
    },
  );

  it("by itself, spelled otherwise, is known from a second name of the same file", () => {
    using folder = scratch();
    folder.write("real/a.py", "");
    symlinkSync("real", join(folder.path, "alias"));
    const [a, alias] = [join(folder.path, "real/a.py"), join(folder.path, "alias/a.py")];
    expect(isSameEntry(a, alias)).toBe(true);
    linkSync(a, join(folder.path, "real/b.py"));
    expect(isSameEntry(a, join(folder.path, "real/b.py"))).toBe(false);
    expect(isSameEntry(a, join(folder.path, "nowhere"))).toBe(false);
  });
});

describe("git's index", () => {
  it("is locked for git while files are written, and only then", async () => {
    using b = bench(ONE);
    let message = "";
    const tryGit = after("file replaced", () => {
      try {
        b.laid.git("add", "b.py");
      } catch (error) {
        message = String(error);
      }
    });
    await b.apply(tryGit);
    expect(message).toMatch(/index\.lock': File exists/);
    b.laid.git("add", "-A");
  });

  it("is left alone while another git command holds its lock (WE-2)", async () => {
    using b = bench(ONE);
    b.laid.folder.write("tree/.git/index.lock", "");
    const before = snapshot(b.laid);
    await expect(b.apply()).rejects.toThrow(
      /another git command holds .*\.git\/index\.lock.*remove that file/,
    );
    expect(snapshot(b.laid)).toEqual(before);
    expect(b.state.tree()).toEqual({});
    const plain = {
      writes: changeOf(b.laid.root, { files: {}, moves: [], edits: { "b.py": "c\n" } }).writes,
      moves: [],
    };
    expect(await b.open().apply(plain, accept)).toEqual({ status: "applied" });
  });

  it("is left alone when the lock is taken at the last moment", async () => {
    using b = bench(ONE);
    const lock = after("manifest in place", () => b.laid.folder.write("tree/.git/index.lock", ""));
    expect(await b.apply(lock)).toMatchObject({
      status: "rolled_back",
      path: "",
      reason: /another git command/,
    });
    expect(readFileSync(join(b.laid.root, ".git/index.lock"), "utf8")).toBe("");
    unlinkSync(join(b.laid.root, ".git/index.lock"));
    expect(b.laid.folder.tree()["tree/a.py"]).toBe("644 a\n");
    expect(await b.apply()).toEqual({ status: "applied" });
  });

  it.each(["index computed", "file replaced"])(
    "that changes meanwhile keeps that change (after: %s)",
    async (step) => {
      using b = bench(ONE);
      b.laid.folder.write("tree/new.py", "new\n");
      const add = after(step, () => {
        // Whoever thinks that the lock is a left one.
        rmSync(join(b.laid.root, ".git/index.lock"), { force: true });
        b.laid.git("add", "new.py");
      });
      const before = b.laid.folder.tree();
      expect(await b.apply(add)).toMatchObject({
        status: "rolled_back",
        path: "",
        reason: /index .* changed while/,
      });
      expect(b.laid.folder.tree()).toEqual(before);
      expect(b.laid.git("ls-files")).toBe("a.py\nb.py\nnew.py\n");
    },
  );

  it("of another run is never taken for the lock of this one", async () => {
    using b = bench(ONE);
    const swap = after("file replaced", () => {
      rmSync(join(b.laid.root, ".git/index.lock"));
      b.laid.folder.write("tree/.git/index.lock", "another's");
    });
    expect(await b.apply(swap)).toMatchObject({
      status: "rolled_back",
      reason: /somebody removed or replaced/,
    });
    expect(readFileSync(join(b.laid.root, ".git/index.lock"), "utf8")).toBe("another's");
  });

  it.each([
    ["unmerged", /a\.py is unmerged in git's index/],
    ["intended to be added", /a\.py is marked with git add --intent-to-add/],
    ["sparse", /a\.py is left out by a sparse checkout/],
    ["the target", /c\.py is not on disk, but in git's index.*git rm --cached/],
    ["in the way", /cannot move the entries .* without changing c\.py there too/],
  ])("that no move can be made in refuses: %s", async (what, message) => {
    const move: MoveCase = what === "in the way" ? { ...ONE, moves: [["a.py", "c.py/a.py"]] } : ONE;
    using b = bench(ONE);
    const blob = b.laid.git("hash-object", "a.py").trim();
    if (what === "unmerged") {
      b.laid.git("update-index", "--force-remove", "a.py");
      const lines = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\ta.py\n`).join("");
      b.laid.gitWith(lines, "update-index", "--index-info");
    }
    if (what === "intended to be added") {
      b.laid.git("rm", "--cached", "-q", "a.py");
      b.laid.git("add", "-N", "a.py");
    }
    if (what === "sparse") b.laid.git("update-index", "--skip-worktree", "a.py");
    if (what === "the target" || what === "in the way") {
      b.laid.git("update-index", "--add", "--cacheinfo", `100644,${blob},c.py`);
    }
    const before = snapshot(b.laid);
    await expect(b.open().apply(changeOf(b.laid.root, move), accept)).rejects.toThrow(message);
    expect(snapshot(b.laid)).toEqual(before);
    expect(b.state.tree()).toEqual({});
  });

  it("follows a move for git log --follow", async () => {
    using b = bench(caseOf("a root below the top"));
    await b.apply();
    b.laid.git("commit", "-q", "-a", "-m", "second");
    expect(b.laid.git("log", "--follow", "--format=%s", "--", "core.py")).toBe("second\nfirst\n");
  });

  it("says which paths it has", async () => {
    using below = layOut(EVERYTHING);
    expect(await trackedPaths(below.root, ["a.py", "y.py", "pkg/run.py", "nowhere.py"])).toEqual(
      new Set(["a.py", "pkg/run.py"]),
    );
    using plain = layOut(caseOf("no git"));
    expect(await trackedPaths(plain.root, ["use.py"])).toEqual(new Set());
  });
});
