import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LanguageServer, SessionRequest } from "../../src/engine/ports.ts";
import type { ServerOptions } from "../../src/lsp/server-options.ts";
import { languageServers } from "../../src/lsp/start-server.ts";
import { fakeServer } from "../support/fake-server.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

/** A running session and the folders it lives in; all of it ends with an `await using` block. */
export interface TestSession extends AsyncDisposable {
  readonly server: LanguageServer;
  /** The folder that the server's own temporary folder is made in; nothing else is. */
  readonly tmp: string;
}

/** Starts `work` while the system's temporary folder is another one. A start makes its folder before it waits. */
function withTmp<T>(tmp: string, work: () => Promise<T>): Promise<T> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = tmp;
  try {
    return work();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

/** Starts the real basedpyright, sandboxed unless the options say otherwise. */
export async function startReal(
  request: Partial<SessionRequest> & Pick<SessionRequest, "root" | "files">,
  options: Partial<ServerOptions> = {},
): Promise<TestSession> {
  const tmp = temporaryFolder();
  const full: SessionRequest = { sourceRoots: ["."], stubPath: null, rules: [], ...request };
  try {
    const server = await withTmp(tmp.path, () => languageServers({ sandbox: true, ...options }).start(full));
    return { server, tmp: tmp.path, [Symbol.asyncDispose]: () => end(server, tmp) };
  } catch (error) {
    tmp[Symbol.dispose]();
    throw error;
  }
}

/** A scripted server that is not running yet. */
export interface FakeRun extends AsyncDisposable {
  readonly tmp: string;
  start(): Promise<LanguageServer>;
  /** What the fake server noted under a name. */
  note(name: string): string;
}

export function fakeRun(behaviour: string, options: Partial<ServerOptions> = {}): FakeRun {
  const folder = temporaryFolder();
  const tmp = temporaryFolder();
  const serverPath = fakeServer(folder.path, behaviour);
  const started: LanguageServer[] = [];
  const request = {
    root: folder.path,
    files: ["a.py", "b.py"],
    sourceRoots: ["."],
    stubPath: null,
    rules: [],
  };
  return {
    tmp: tmp.path,
    async start() {
      const server = await withTmp(tmp.path, () =>
        languageServers({ sandbox: false, serverPath, ...options }).start(request),
      );
      started.push(server);
      return server;
    },
    note: (name) => readFileSync(join(folder.path, name), "utf8"),
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((server) => server.stop()));
      folder[Symbol.dispose]();
      tmp[Symbol.dispose]();
    },
  };
}

async function end(server: LanguageServer, tmp: TemporaryFolder): Promise<void> {
  await server.stop();
  tmp[Symbol.dispose]();
}
