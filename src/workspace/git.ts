import { spawn } from "node:child_process";
import { gitEnvironment } from "./environment.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** How one git command ended. `code` is the exit code; `stderr` is trimmed and in English. */
export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Makes git run nothing of the repository (no file system monitor, hook, pager or transport), and read one that
 * belongs to another user, as in containers. git 2.38 and later accept safe.directory from the command line (git-config,
 * "Protected configuration").
 */
const SAFETY = [
  "--no-pager",
  ...["core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never", "safe.directory=*"].flatMap(
    (setting) => ["-c", setting],
  ),
];

const TIMEOUT_MS = 300_000;

/** Runs git without a shell; `input` is all it reads. Rejects with a WorkspaceError when it cannot be run to its end. */
export function git(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input: Uint8Array = new Uint8Array(),
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", [...SAFETY, ...args], {
      cwd,
      env: { ...gitEnvironment(), ...environment },
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    // A git that ends before it has read everything says why by its exit code.
    child.stdin.on("error", () => undefined).end(input);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.once("error", (cause) => {
      reject(new WorkspaceError(`git cannot be run in ${cwd}; is it installed and on the PATH?`, { cause }));
    });
    child.once("close", (code, signal) => {
      if (code === null) {
        reject(
          new WorkspaceError(
            `git ${args[0] ?? ""} in ${cwd} was ended by ${signal ?? "a signal"}; run again`,
          ),
        );
      } else {
        const words = Buffer.concat(stderr).toString("utf8").trim();
        resolve({ code, stdout: Buffer.concat(stdout), stderr: words });
      }
    });
  });
}

/** The output of a git command that has to succeed. Rejects with a WorkspaceError that says what git said. */
export async function gitOutput(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input: Uint8Array = new Uint8Array(),
): Promise<Buffer> {
  const { code, stdout, stderr } = await git(cwd, args, environment, input);
  if (code === 0) return stdout;
  throw new WorkspaceError(
    `git ${args.find((arg) => !arg.startsWith("-")) ?? ""} failed in ${cwd}: ${stderr}`,
  );
}
