import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { sampleTree, sampleWrites, writeSample } from "./sample-writes.ts";
import { scratch } from "./scratch.ts";

const SCRIPT = fileURLToPath(new URL("./apply-and-die.ts", import.meta.url));

type Mode = "apply" | "reject" | "recover";

/** The number of steps, or null when the process was killed. */
function run(root: string, stateHome: string, mode: Mode, step: number): number | null {
  const child = spawnSync(process.execPath, [SCRIPT, root, stateHome, mode, String(step)], {
    encoding: "utf8",
  });
  if (child.signal === "SIGKILL") return null;
  if (child.status !== 0) throw new Error(child.stderr);
  return Number(child.stdout);
}

async function recover(root: string, stateHome: string): Promise<readonly string[] | null> {
  return (await openTransaction(root, { stateHome }).recover())?.restored ?? null;
}

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
  await expect(transaction.apply(sampleWrites(), () => "not good")).rejects.toThrow(/could not be restored/);
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
      const steps = run(folder.path, home, c.mode, step);
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
      const steps = run(folder.path, home, "recover", step);
      await recover(folder.path, home);
      expect(folder.tree(), `after step ${step}`).toEqual(OLD);
      expect(state.tree(), `after step ${step}`).toEqual({});
      if (steps !== null) {
        expect(steps).toBe(25);
        break;
      }
    }
  });
});
