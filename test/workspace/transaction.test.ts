import { fork, spawnSync } from "node:child_process";
import { chmodSync, linkSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ApplyResult, Transaction } from "../../src/engine/ports.ts";
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { sha256 } from "../../src/workspace/sha256.ts";
import { WorkspaceError } from "../../src/workspace/workspace-error.ts";
import { sampleChange, sampleTree, sampleWrites, writeSample } from "./sample-writes.ts";
import { scratch, type Scratch } from "./scratch.ts";

const OLD = sampleTree("before");
const NEW = sampleTree("after");

const accept = (): null => null;

interface Bench extends Disposable {
  readonly folder: Scratch;
  readonly state: Scratch;
  open(afterStep?: (step: string) => void): Transaction;
  /** Applies the sample. */
  apply(afterStep?: (step: string) => void): Promise<ApplyResult>;
}

function bench(): Bench {
  const folder = scratch();
  const state = scratch();
  writeSample(folder);
  const open = (afterStep?: (step: string) => void): Transaction =>
    openTransaction(folder.path, { stateHome: join(state.path, "home"), ...(afterStep && { afterStep }) });
  return {
    folder,
    state,
    open,
    apply: (afterStep) => open(afterStep).apply(sampleChange(), accept),
    [Symbol.dispose]: () => {
      folder[Symbol.dispose]();
      state[Symbol.dispose]();
    },
  };
}

function rejectRun(path: string): string | null {
  return path === "pkg/run" ? "it does not parse" : null;
}

/** Ends a run half way and leaves its journal: every file is replaced. */
async function halfRun(b: Bench): Promise<void> {
  let broken = false;
  const crash = b.open((step) => {
    broken ||= step === "file replaced";
    if (broken && step === "staged file removed") fail();
  });
  await expect(crash.apply(sampleChange(), rejectRun)).rejects.toThrow(WorkspaceError);
}

/** Runs `act` after the nth time that a step of that name was done. */
function at(name: string, count: number, act: () => void): (step: string) => void {
  let seen = 0;
  return (step) => {
    if (step === name && ++seen === count) act();
  };
}

const fail = (): never => {
  throw new Error("no space left on device");
};

describe("apply", () => {
  it("replaces every file, keeps modes, and leaves nothing behind (REQ-109-037, REQ-109-202)", async () => {
    using b = bench();
    expect(await b.apply()).toEqual({ status: "applied" });
    expect(b.folder.tree()).toEqual(NEW);
    expect(b.state.tree()).toEqual({});
    expect(readdirSync(join(b.state.path, "home"))).toEqual([]);
  });

  it("asks verify about each written file with the bytes on the disk", async () => {
    using b = bench();
    const asked: [string, string][] = [];
    await b.open().apply(sampleChange(), (path, content) => {
      asked.push([path, Buffer.from(content).toString("latin1")]);
      return null;
    });
    expect(asked).toEqual(
      sampleWrites().map(({ path, content }) => [path, Buffer.from(content).toString("latin1")]),
    );
  });

  it("does nothing for no writes", async () => {
    using b = bench();
    expect(await b.open().apply({ writes: [], moves: [] }, accept)).toEqual({ status: "applied" });
    expect(b.folder.tree()).toEqual(OLD);
  });

  it("does not write through a hard link, which could lead outside (REQ-109-202)", async () => {
    using b = bench();
    linkSync(join(b.folder.path, "a.py"), join(b.state.path, "twin.py"));
    await b.apply();
    expect(b.state.read("twin.py")).toBe("old = 1\n");
  });

  it("rejects two writes for one path as a bug of the caller", async () => {
    using b = bench();
    const writes = [...sampleWrites(), ...sampleWrites()];
    await expect(b.open().apply({ writes, moves: [] }, accept)).rejects.toThrow(/two writes/);
    expect(b.folder.tree()).toEqual(OLD);
  });
});

describe("stale state", () => {
  it("aborts before anything is written and lists every changed file (WR-5, WE-1, WE-2)", async () => {
    using b = bench();
    b.folder.write("z.py", "edited since");
    rmSync(join(b.folder.path, "pkg/run"));
    const before = b.folder.tree();
    let steps = 0;
    expect(await b.apply(() => (steps += 1))).toEqual({ status: "aborted", changed: ["pkg/run", "z.py"] });
    expect(steps).toBe(0);
    expect(b.folder.tree()).toEqual(before);
    expect(b.state.tree()).toEqual({});
  });

  it("aborts when a target, or a folder above it, has become a link (REQ-109-201)", async () => {
    using b = bench();
    renameSync(join(b.folder.path, "a.py"), join(b.folder.path, "real.py"));
    symlinkSync("real.py", join(b.folder.path, "a.py"));
    renameSync(join(b.folder.path, "pkg"), join(b.folder.path, "moved"));
    symlinkSync("moved", join(b.folder.path, "pkg"));
    const changed = sampleWrites()
      .map(({ path }) => path)
      .filter((path) => path !== "z.py");
    expect(await b.apply()).toEqual({ status: "aborted", changed });
  });

  it.each(["../out.py", "/tmp/out.py", ".git/hooks/pre-commit", "pkg/../../out.py", "up/out.py"])(
    "refuses to write to %s (REQ-109-201, REQ-109-202)",
    async (path) => {
      using b = bench();
      symlinkSync(b.state.path, join(b.folder.path, "up"));
      b.state.write("out.py", "");
      const writes = [
        ...sampleWrites(),
        { path, preimage: sha256(Buffer.from("")), content: Buffer.from("evil") },
      ];
      await expect(b.open().apply({ writes, moves: [] }, accept)).rejects.toThrow(WorkspaceError);
      expect(b.state.read("out.py")).toBe("");
      expect(b.folder.tree()["a.py"]).toEqual(OLD["a.py"]);
    },
  );

  it("rolls back when a file changes while the run writes, and keeps that change (WE-2)", async () => {
    using b = bench();
    const edit = at("file replaced", 2, () => b.folder.write("z.py", "edited meanwhile"));
    expect(await b.apply(edit)).toEqual({
      status: "rolled_back",
      path: "z.py",
      reason: "the file changed while the run was writing",
    });
    expect(b.folder.tree()).toEqual({ ...OLD, "z.py": "600 edited meanwhile" });
    expect(b.state.tree()).toEqual({});
  });

  it("never writes outside when a folder becomes a link while the run writes (REQ-109-202)", async () => {
    using b = bench();
    const swap = at("staged file synced", 6, () => {
      renameSync(join(b.folder.path, "pkg"), join(b.state.path, "pkg"));
      symlinkSync(join(b.state.path, "pkg"), join(b.folder.path, "pkg"));
    });
    expect(await b.apply(swap)).toMatchObject({ status: "rolled_back", path: "pkg/run" });
    expect(b.state.tree()["pkg/run"]).toBe(OLD["pkg/run"]);
    expect(b.folder.tree()["a.py"]).toBe(OLD["a.py"]);
  });
});

describe("a failure", () => {
  it("restores everything at whatever step it comes (REQ-109-037, WE-5)", async () => {
    let failures = 0;
    for (let count = 1; ; count++) {
      using b = bench();
      let steps = 0;
      const result = await b.apply(() => {
        if (++steps === count) fail();
      });
      const failed = steps >= count;
      if (result.status === "applied") expect(b.folder.tree(), `step ${count}`).toEqual(NEW);
      else {
        failures += 1;
        expect(result).toMatchObject({ status: "rolled_back", reason: "no space left on device" });
        expect(b.folder.tree(), `step ${count}`).toEqual(OLD);
      }
      expect(await b.open().recover()).toBeNull();
      expect(b.state.tree()).toEqual({});
      if (!failed) break;
    }
    expect(failures).toBe(37);
  });

  it("of verify restores everything and gives its path and reason (REQ-109-037)", async () => {
    using b = bench();
    expect(await b.open().apply(sampleChange(), rejectRun)).toEqual({
      status: "rolled_back",
      path: "pkg/run",
      reason: "it does not parse",
    });
    expect(b.folder.tree()).toEqual(OLD);
    expect(b.state.tree()).toEqual({});
  });

  it("of the restoring is an error that says where the originals lie, and the next run restores (WE-5)", async () => {
    using b = bench();
    let broken = false;
    const transaction = b.open((step) => {
      if (broken && step === "file replaced") fail();
    });
    const verify = (path: string): string | null => {
      broken = path === "z.py";
      return broken ? "it does not parse" : null;
    };
    const error = await transaction.apply(sampleChange(), verify).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkspaceError);
    expect(String(error)).toContain(join(b.state.path, "home"));
    expect(error).toMatchObject({ cause: { message: "no space left on device" } });
    await expect(b.apply()).rejects.toThrow(/not rolled back yet/);
    expect(await b.open().recover()).not.toBeNull();
    expect(b.folder.tree()).toEqual(OLD);
    expect(b.state.tree()).toEqual({});
  });

  it.each(["SIGINT", "SIGTERM"] as const)("by %s restores everything", async (signal) => {
    using b = bench();
    const before = process.listenerCount(signal);
    const kill = at("file replaced", 2, () => process.kill(process.pid, signal));
    expect(await b.apply(kill)).toMatchObject({
      status: "rolled_back",
      reason: `the run was interrupted by ${signal}`,
    });
    expect(b.folder.tree()).toEqual(OLD);
    expect(process.listenerCount(signal)).toBe(before);
  });
});

describe("recovery", () => {
  it("finds nothing where no run was killed, and makes nothing", async () => {
    using b = bench();
    expect(await b.open().recover()).toBeNull();
    expect(readdirSync(b.state.path)).toEqual([]);
  });

  it("lists what it restored (REQ-109-037)", async () => {
    using b = bench();
    await halfRun(b);
    expect(b.folder.tree()).not.toEqual(OLD);
    expect(await b.open().recover()).toEqual({ restored: sampleWrites().map(({ path }) => path) });
    expect(b.folder.tree()).toEqual(OLD);
  });

  it("has nothing to restore where somebody put the originals back", async () => {
    using b = bench();
    await halfRun(b);
    for (const [path, entry] of Object.entries(OLD)) {
      rmSync(join(b.folder.path, path));
      b.folder.write(path, Buffer.from(entry.slice(4), "latin1"));
    }
    expect(await b.open().recover()).toEqual({ restored: [] });
    expect(b.state.tree()).toEqual({});
  });

  it("changes nothing when somebody worked on a file since, and says what to do (WE-2)", async () => {
    using b = bench();
    await halfRun(b);
    b.folder.write("a.py", "work of a day\n");
    const before = b.folder.tree();
    const saved = b.state.tree();
    const error = await b
      .open()
      .recover()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkspaceError);
    expect(String(error)).toMatch(/a\.py \(original: .*0\.original\)/);
    expect(b.folder.tree()).toEqual(before);
    expect(b.state.tree()).toEqual(saved);
    b.folder.write("a.py", "old = 1\n");
    expect(await b.open().recover()).not.toBeNull();
    expect(b.folder.tree()).toEqual(OLD);
  });

  it("changes nothing when a saved original is damaged", async () => {
    using b = bench();
    await halfRun(b);
    const before = b.folder.tree();
    const saved = Object.keys(b.state.tree()).find((path) => path.endsWith("1.original")) ?? "";
    writeFileSync(join(b.state.path, saved), "rot");
    await expect(b.open().recover()).rejects.toThrow(/saved original of pkg\/run is damaged/);
    expect(b.folder.tree()).toEqual(before);
  });

  it.each([
    "",
    "{}",
    "[",
    '{"version":3,"entries":[],"folders":[],"index":null}',
    '{"version":2,"entries":[]}',
    '{"version":1,"entries":[{"path":"a.py"}]}',
  ])("changes nothing for a manifest that cannot be used (%j)", async (json) => {
    using b = bench();
    await halfRun(b);
    const before = b.folder.tree();
    const manifest = Object.keys(b.state.tree()).find((path) => path.endsWith("manifest.json")) ?? "";
    writeFileSync(join(b.state.path, manifest), json);
    await expect(b.open().recover()).rejects.toThrow(/journal .* cannot be read/);
    expect(b.folder.tree()).toEqual(before);
  });

  it("does not trust a state folder that others can open", async () => {
    using b = bench();
    await halfRun(b);
    chmodSync(join(b.state.path, "home"), 0o755);
    await expect(b.open().recover()).rejects.toThrow(/cannot be trusted/);
    await expect(b.apply()).rejects.toThrow(/cannot be trusted/);
    rmSync(join(b.state.path, "home"), { recursive: true });
    symlinkSync(b.state.path, join(b.state.path, "home"));
    await expect(b.apply()).rejects.toThrow(/cannot be trusted/);
  });

  it("keeps the journals of different roots apart", async () => {
    using b = bench();
    await halfRun(b);
    using other = scratch();
    expect(await openTransaction(other.path, { stateHome: join(b.state.path, "home") }).recover()).toBeNull();
    expect(await b.open().recover()).not.toBeNull();
  });
});

describe("the lock", () => {
  it("is held against another process while files are written, and free afterwards", async () => {
    using b = bench();
    const home = join(b.state.path, "home");
    let stderr = "";
    const result = await b.apply(
      at("file replaced", 2, () => {
        stderr = runOther(b.folder.path, home).stderr;
      }),
    );
    expect(result).toEqual({ status: "applied" });
    expect(stderr).toMatch(new RegExp(`another rename-plan run .* process ${process.pid}, since`));
    expect(runOther(b.folder.path, home)).toMatchObject({ status: 0, stderr: "" });
  });

  it("of a dead process counts for nothing, nor does one of an earlier process of the same number", async () => {
    using b = bench();
    await b.apply();
    const root = join("home", sha256(Buffer.from(b.folder.path)));
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    for (const name of [`lock-${dead}-1`, `lock-${process.ppid}-1`]) b.state.write(join(root, name), "");
    chmodSync(join(b.state.path, root), 0o700);
    expect(await b.open().recover()).toBeNull();
    expect(readdirSync(join(b.state.path, "home"))).toEqual([]);
  });

  it("is never held by two of many processes at once", async () => {
    using b = bench();
    using log = scratch();
    const path = log.write("log", "");
    const script = new URL("./contend.ts", import.meta.url);
    const children = Array.from({ length: 6 }, () => fork(script, [join(b.state.path, "home"), path]));
    const codes = await Promise.all(
      children.map((child) => new Promise((resolve) => child.once("exit", resolve))),
    );
    expect(codes).toEqual(codes.map(() => 0));
    const lines = log.read("log").trim().split("\n");
    expect(lines.length).toBeGreaterThan(6);
    for (let i = 0; i < lines.length; i += 2) {
      const [taken = "", released = ""] = lines.slice(i, i + 2);
      expect(taken).toMatch(/^taken /);
      expect(released).toBe(taken.replace("taken", "released"));
    }
  });
});

/** Another run on the same files, which wants to recover. */
function runOther(
  root: string,
  stateHome: string,
): { readonly status: number | null; readonly stderr: string } {
  const script = new URL("./apply-and-die.ts", import.meta.url).pathname;
  return spawnSync(process.execPath, [script, root, stateHome, "recover", "0"], { encoding: "utf8" });
}
