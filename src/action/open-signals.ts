import type { Runner } from "./runner.ts";

/**
 * The two signals of a commit: the status, which is the gate, and the check run. What is open is kept in the runner's state,
 * where the post step finds it after a crash.
 */
export type Signal = "gates" | "checks";

/** The commits at which a signal is open. */
export function openAt(runner: Runner, signal: Signal): readonly string[] {
  return runner
    .state(`open-${signal}`)
    .split(" ")
    .filter((sha) => sha !== "");
}

export function noteOpen(runner: Runner, signal: Signal, sha: string): void {
  runner.saveState(`open-${signal}`, [...new Set([...openAt(runner, signal), sha])].join(" "));
}

export function noteClosed(runner: Runner, signal: Signal, sha: string): void {
  const open = openAt(runner, signal).filter((other) => other !== sha);
  runner.saveState(`open-${signal}`, open.join(" "));
}
