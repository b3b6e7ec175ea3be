import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** True while a process runs; a zombie does not. Linux. */
export function processAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** True when the process is gone within the limit. */
export async function goneWithin(pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (processAlive(pid)) {
    if (Date.now() > end) return false;
    await wait(20);
  }
  return true;
}
