import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { recover, runAndDie } from "./run-and-die.ts";
import { sampleChange, sampleTree, writeSample } from "./sample-writes.ts";
import { scratch } from "./scratch.ts";

const OLD = sampleTree("before");
const NEW = sampleTree("after");

/** How many steps replace all four files: 1 + 4 * 3 + 4 for the journal, 4 * 3 to stage, 4 * 2 to replace. */
const REPLACED = 37;

/** Leaves all files replaced and the journal open, as a kill at that moment does. */
async function leaveHalfDone(root: string, stateHome: string): Promise<void> {
  let steps = 0;
  const transaction = openTransaction(root, {
    stateHome,
    afterStep: () => {
      if (++steps > REPLACED) throw new Error("the restoring fails");
    },
  });
  await expect(transaction.apply(sampleChange(), () => "not good")).rejects.toThrow(/could not be restored/);
}

describe("a killed run", () => {
  it.each([
    { mode: "apply", from: 1, end: NEW, steps: 39 },
    { mode: "reject", from: REPLACED + 1, end: OLD, steps: 64 },
  ] as const)("restores every file after a kill at any step of $mode (REQ-109-037, WE-5)", async (c) => {
    for (let step = c.from; ; step++) {
      using folder = scratch();
      using state = scratch();
      const home = join(state.path, "home");
      writeSample(folder);
      const steps = runAndDie(folder.path, home, c.mode, step);
      const recovered = await recover(folder.path, home);
      // A journal that was closed before the kill leaves the tree as the run ended it.
      const isClosed = recovered === null && step > REPLACED;
      expect(folder.tree(), `after step ${step}`).toEqual(isClosed ? c.end : OLD);
      expect(state.tree(), `after step ${step}`).toEqual({});
      expect(await recover(folder.path, home)).toBeNull();
      if (steps !== null) {
        expect(steps).toBe(c.steps);
        break;
      }
    }
  });

  it("is restored after a kill at any step of the restoring too (REQ-109-037)", async () => {
    for (let step = 1; ; step++) {
      using folder = scratch();
      using state = scratch();
      const home = join(state.path, "home");
      writeSample(folder);
      await leaveHalfDone(folder.path, home);
      expect(folder.tree()).toMatchObject(NEW);
      const steps = runAndDie(folder.path, home, "recover", step);
      await recover(folder.path, home);
      expect(folder.tree(), `after step ${step}`).toEqual(OLD);
      expect(state.tree(), `after step ${step}`).toEqual({});
      if (steps !== null) {
        expect(steps).toBe(25);
        break;
      }
    }
  });

  it("of the release before, which could replace files only, is restored", async () => {
    using folder = scratch();
    using state = scratch();
    const home = join(state.path, "home");
    writeSample(folder);
    await leaveHalfDone(folder.path, home);
    const name = Object.keys(state.tree()).find((path) => path.endsWith("manifest.json")) ?? "";
    const { entries } = JSON.parse(state.read(name));
    writeFileSync(join(state.path, name), JSON.stringify({ version: 1, entries }));
    await recover(folder.path, home);
    expect(folder.tree()).toEqual(OLD);
  });
});
