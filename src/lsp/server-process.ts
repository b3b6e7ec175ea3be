import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { ServerError } from "./server-error.ts";

export interface SpawnRequest {
  readonly nodePath: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A child process that never outlives this one. */
export interface ServerProcess {
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Settles when the process is gone, with how it went (`exit code 1`, `signal SIGKILL`); never rejects. */
  readonly exited: Promise<string>;
  /** The last few kilobytes of its standard error. */
  stderrTail(): string;
  /** Ends it without asking; harmless when it is gone. */
  kill(): void;
}

const TAIL_CHARACTERS = 4096;
const CLOSE_WAIT_MS = 300;

/** Starts Node without a shell. A process that cannot be started counts as exited. */
export function spawnServer(request: SpawnRequest): ServerProcess {
  const child = spawn(request.nodePath, request.args, {
    cwd: request.cwd,
    env: request.environment,
    stdio: ["pipe", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
  });
  let tail = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  });
  // Whoever writes to it learns of its death from `exited`; without a listener the error would end this process.
  child.stdin.on("error", () => {});
  const kill = (): void => {
    child.kill("SIGKILL");
  };
  process.on("exit", kill);
  const exited = new Promise<string>((resolve) => {
    const settle = (how: string): void => {
      process.removeListener("exit", kill);
      resolve(how);
    };
    child.once("error", (error) => settle(`start failure: ${error.message}`));
    const ended = (code: number | null, signal: string | null): void =>
      settle(signal === null ? `exit code ${code}` : `signal ${signal}`);
    // Only at "close" has everything it wrote to its standard error arrived, but "close" waits for readers.
    child.once("exit", (code, signal) => setTimeout(() => ended(code, signal), CLOSE_WAIT_MS).unref());
    child.once("close", ended);
  });
  return { pid: child.pid, stdin: child.stdin, stdout: child.stdout, exited, stderrTail: () => tail, kill };
}

/** The error for a process that ended (`how`, as `exited` tells it) while an answer of it was awaited. */
export function deathOf(server: ServerProcess, how: string): ServerError {
  const what = `The language server ended (${how}) before its work was done. Run again; if it happens again, report it.`;
  return new ServerError(what, server.stderrTail());
}
