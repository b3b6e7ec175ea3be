import { copyFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { changeOf, EVERYTHING, layOut, snapshot, type Laid } from "./move-cases.ts";
import { recover, runAndDie } from "./run-and-die.ts";
import { scratch } from "./scratch.ts";

/** Leaves all files moved, git's index replaced, and the journal open. */
async function leaveMoved(laid: Laid, stateHome: string): Promise<void> {
  let isBroken = false;
  const transaction = openTransaction(laid.root, {
    stateHome,
    afterStep: (step) => {
      isBroken ||= step === "index replaced";
      if (isBroken) throw new Error("everything fails");
    },
  });
  await expect(transaction.apply(changeOf(laid.root, EVERYTHING), () => null)).rejects.toThrow(
    /could not be restored/,
  );
}

describe("a killed run that moves files", () => {
  it("is restored, the index too, after a kill at any step (REQ-109-037, WE-5)", async () => {
    using laid = layOut(EVERYTHING);
    using state = scratch();
    const home = join(state.path, "home");
    const before = snapshot(laid);
    let kills = 0;
    for (let step = 1; ; step++) {
      const steps = runAndDie(laid.root, home, "move", step);
      const recovered = await recover(laid.root, home);
      expect(state.tree(), `after step ${step}`).toEqual({});
      expect(await recover(laid.root, home)).toBeNull();
      // A journal that was closed before the kill leaves the tree as the run ended it, but for empty folders.
      if (recovered === null && laid.folder.tree()["sub/dir/z.py"] !== undefined) {
        using twin = layOut(EVERYTHING);
        expect(runAndDie(twin.root, home, "move", 0)).toBeGreaterThan(kills);
        const { index: _, ...ended } = snapshot(twin);
        expect({ ...snapshot(laid), folders: [] }).toMatchObject({ ...ended, folders: [] });
        expect(laid.git("status", "--porcelain")).toBe(twin.git("status", "--porcelain"));
        expect(steps).toBeNull();
        break;
      }
      kills += 1;
      expect(snapshot(laid), `after step ${step}`).toEqual(before);
    }
    expect(kills).toBeGreaterThan(60);
  });

  it("is restored after a kill at any step of the restoring too (REQ-109-037)", async () => {
    using laid = layOut(EVERYTHING);
    using state = scratch();
    const home = join(state.path, "home");
    const before = snapshot(laid);
    for (let step = 1, steps: number | null = null; steps === null; step++) {
      await leaveMoved(laid, home);
      expect(snapshot(laid)["index"]).not.toBe(before["index"]);
      steps = runAndDie(laid.root, home, "recover", step);
      await recover(laid.root, home);
      expect(snapshot(laid), `after step ${step}`).toEqual(before);
      expect(state.tree(), `after step ${step}`).toEqual({});
    }
  });

  it("gives up its lock on git's index, and never that of another command (WE-2)", async () => {
    using laid = layOut(EVERYTHING);
    using state = scratch();
    const home = join(state.path, "home");
    const before = snapshot(laid);
    const lock = join(laid.folder.path, ".git/index.lock");
    const killAt = stepOf(await stepNames(laid, home), "file replaced");
    for (const other of [false, true]) {
      expect(runAndDie(laid.root, home, "move", killAt)).toBeNull();
      expect(existsSync(lock)).toBe(true);
      if (other) {
        rmSync(lock);
        writeFileSync(lock, "another's");
      }
      expect(await recover(laid.root, home)).not.toBeNull();
      expect(existsSync(lock)).toBe(other);
    }
    rmSync(lock);
    expect(snapshot(laid)).toEqual(before);
  });

  it("changes nothing when git's index was changed since, and says what to do (WE-2)", async () => {
    using laid = layOut(EVERYTHING);
    using state = scratch();
    const home = join(state.path, "home");
    const before = snapshot(laid);
    await leaveMoved(laid, home);
    laid.git("rm", "--cached", "-q", "use.py");
    const moved = snapshot(laid);
    const error = await recover(laid.root, home).catch(String);
    expect(error).toMatch(/\.git\/index \(original: .*index\.original\).*remove .*journal/);
    expect(snapshot(laid)).toEqual(moved);
    const journal = Object.keys(state.tree()).find((path) => path.endsWith("index.original")) ?? "";
    copyFileSync(join(state.path, journal), join(laid.folder.path, ".git/index"));
    expect(await recover(laid.root, home)).not.toBeNull();
    expect(snapshot(laid)).toEqual(before);
  });

  it("waits for another git command before it restores anything", async () => {
    using laid = layOut(EVERYTHING);
    using state = scratch();
    const home = join(state.path, "home");
    const before = snapshot(laid);
    await leaveMoved(laid, home);
    const lock = join(laid.folder.path, ".git/index.lock");
    writeFileSync(lock, "");
    const tree = laid.folder.tree();
    await expect(recover(laid.root, home)).rejects.toThrow(/another git command holds/);
    expect(laid.folder.tree()).toEqual(tree);
    rmSync(lock);
    await recover(laid.root, home);
    expect(snapshot(laid)).toEqual(before);
  });

  it("does not mind that git wrote its index anew before this run would have", async () => {
    using laid = layOut(EVERYTHING);
    using state = scratch();
    const home = join(state.path, "home");
    const killAt = stepOf(await stepNames(laid, home), "file replaced");
    const tree = laid.folder.tree();
    expect(runAndDie(laid.root, home, "move", killAt)).toBeNull();
    rmSync(join(laid.folder.path, ".git/index.lock"));
    laid.git("rm", "--cached", "-q", "use.py");
    expect(await recover(laid.root, home)).not.toBeNull();
    expect(laid.folder.tree()).toEqual(tree);
    expect(laid.git("ls-files", "use.py")).toBe("");
  });
});

/** The steps of a run that is rolled back at its end. */
async function stepNames(laid: Laid, stateHome: string): Promise<readonly string[]> {
  const names: string[] = [];
  const transaction = openTransaction(laid.root, { stateHome, afterStep: (step) => names.push(step) });
  const reject = (path: string): string | null => (path === "z.py" ? "not good" : null);
  await transaction.apply(changeOf(laid.root, EVERYTHING), reject);
  return names;
}

/** The number of the first step of that name. */
function stepOf(names: readonly string[], name: string): number {
  return names.indexOf(name) + 1;
}
