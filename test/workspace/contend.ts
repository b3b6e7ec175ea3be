/** Takes and releases one lock again and again, and logs it: `node contend.ts FOLDER LOG`. */
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { takeLock } from "../../src/workspace/lock.ts";
import { WorkspaceError } from "../../src/workspace/workspace-error.ts";

const [, , folder = "", log = ""] = process.argv;
for (let round = 0; round < 20; round++) {
  try {
    const lock = await takeLock(folder);
    appendFileSync(log, `taken ${process.pid}\n`);
    await sleep(Math.random() * 3);
    appendFileSync(log, `released ${process.pid}\n`);
    lock.release();
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
  }
}
