/**
 * Runs one transaction in a process of its own and kills that process after a given step, as a crash would:
 * `node apply-and-die.ts ROOT STATE_HOME MODE STEP`. MODE is `apply` (every file of the sample is replaced), `reject` (the last
 * file does not verify), `move` (files move) or `recover`. Prints the number of steps when it comes to its end.
 */
import { openTransaction } from "../../src/workspace/open-transaction.ts";
import { changeOf, EVERYTHING } from "./move-cases.ts";
import { sampleChange } from "./sample-writes.ts";

const [, , root = "", stateHome = "", mode = "", last = ""] = process.argv;
let steps = 0;
const transaction = openTransaction(root, {
  stateHome,
  afterStep: () => {
    steps += 1;
    if (steps === Number(last)) process.kill(process.pid, "SIGKILL");
  },
});
if (mode === "recover") await transaction.recover();
else {
  const change = mode === "move" ? changeOf(root, EVERYTHING) : sampleChange();
  await transaction.apply(change, (path) => (mode === "reject" && path === "z.py" ? "not good" : null));
}
console.log(steps);
