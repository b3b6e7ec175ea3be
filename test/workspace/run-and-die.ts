import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openTransaction } from "../../src/workspace/open-transaction.ts";

const SCRIPT = fileURLToPath(new URL("./apply-and-die.ts", import.meta.url));

/** As in `apply-and-die.ts`. */
type Mode = "apply" | "reject" | "move" | "recover";

/** Runs `apply-and-die.ts`; the number of steps, or null when the process was killed. */
export function runAndDie(root: string, stateHome: string, mode: Mode, step: number): number | null {
  const child = spawnSync(process.execPath, [SCRIPT, root, stateHome, mode, String(step)], {
    encoding: "utf8",
  });
  if (child.signal === "SIGKILL") return null;
  if (child.status !== 0) throw new Error(child.stderr);
  return Number(child.stdout);
}

/** What a run that comes next restores. */
export async function recover(root: string, stateHome: string): Promise<readonly string[] | null> {
  return (await openTransaction(root, { stateHome }).recover())?.restored ?? null;
}
