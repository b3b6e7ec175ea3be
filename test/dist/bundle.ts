import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { type Scratch, scratch } from "../workspace/scratch.ts";

const BUNDLE = join(import.meta.dirname, "../../dist/cli.js");
/** The real server, where npm installs it. */
export const SERVER = join(import.meta.dirname, "../../node_modules/basedpyright/langserver.index.js");

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** The committed bundle alone in an empty folder, a repository, and a home of its own. */
export interface Bundle extends Disposable {
  readonly repo: Scratch;
  readonly home: TemporaryFolder;
  start(...args: readonly string[]): Running;
  run(...args: readonly string[]): Promise<Finished>;
  /** Settles when something has come true on disk, or the program has ended. */
  until(running: Running, isTrue: () => boolean | undefined): Promise<void>;
}

export function bundle(files: Readonly<Record<string, string>> = {}): Bundle {
  const program = temporaryFolder();
  const home = temporaryFolder();
  const repo = scratch();
  const script = join(program.path, "cli.js");
  copyFileSync(BUNDLE, script);
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  repo.git("init", "--quiet");
  repo.git("add", "--all");
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home.path, XDG_STATE_HOME: join(home.path, "state") };
  const start = (...args: readonly string[]): Running => {
    const child = spawn(process.execPath, [script, ...args], { cwd: repo.path, env: environment });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const finished = new Promise<Finished>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { child, finished };
  };
  return {
    repo,
    home,
    start,
    run: (...args) => start(...args).finished,
    async until({ child }, isTrue) {
      while (isTrue() !== true && child.exitCode === null) await wait(1);
    },
    [Symbol.dispose]() {
      for (const folder of [program, home, repo]) folder[Symbol.dispose]();
    },
  };
}
