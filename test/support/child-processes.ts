import { readFileSync, readdirSync } from "node:fs";

/** A direct child of this process. Linux. */
export interface ChildProcess {
  readonly pid: number;
  readonly argv: readonly string[];
  /** `NAME=value`, as the process got them. */
  readonly environment: readonly string[];
}

/** The children whose command line contains a text. */
export function childProcesses(text: string): readonly ChildProcess[] {
  return readdirSync("/proc/self/task")
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, "utf8").split(" "))
    .filter((pid) => pid !== "")
    .map((pid) => ({
      pid: Number(pid),
      argv: strings(`/proc/${pid}/cmdline`),
      environment: strings(`/proc/${pid}/environ`),
    }))
    .filter((child) => child.argv.join(" ").includes(text));
}

function strings(file: string): readonly string[] {
  return readFileSync(file, "utf8")
    .split("\0")
    .filter((text) => text !== "");
}
