import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fakeServer } from "../support/fake-server.ts";
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

/**
 * A quick server that takes every whole word in the open files for the one symbol of that name, which `m.py` defines.
 * For runs that are about the disk, not about the language. `n` is how many files it says that it found.
 */
export function wordServer(folder: string, n: number): string {
  return fakeServer(
    folder,
    `
const docs = new Map();
const lines = (uri) => docs.get(uri).split("\\n");
const words = (uri, word) => lines(uri).flatMap((text, line) =>
  [...text.matchAll(new RegExp("\\\\b" + word + "\\\\b", "g"))].map((m) => range(line, m.index, word.length)));
const range = (line, character, length) =>
  ({ start: { line, character }, end: { line, character: character + length } });
const wordAt = ({ textDocument: { uri }, position: { line, character } }) =>
  /^\\w+/.exec(lines(uri)[line].slice(character))[0];
const home = () => [...docs.keys()].find((uri) => uri.endsWith("/m.py"));
on.initialized = () => log("Found ${n} source files");
on["textDocument/didOpen"] = (m) => docs.set(m.params.textDocument.uri, m.params.textDocument.text);
on["textDocument/diagnostic"] = (m) => reply(m, { kind: "full", items: [] });
on["textDocument/prepareRename"] = (m) => {
  const { line, character } = m.params.position;
  reply(m, range(line, character, wordAt(m.params).length));
};
on["textDocument/rename"] = (m) => {
  const word = wordAt(m.params);
  const changes = {};
  for (const uri of docs.keys())
    changes[uri] = words(uri, word).map((at) => ({ range: at, newText: m.params.newName }));
  reply(m, { changes });
};
on["textDocument/definition"] = (m) => {
  const word = wordAt(m.params);
  reply(m, [{ uri: home(), range: word === "m" ? range(0, 0, 0) : words(home(), word)[0] }]);
};
`,
  );
}
