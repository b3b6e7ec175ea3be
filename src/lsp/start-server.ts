import type { LanguageServer, LanguageServers, SessionRequest } from "../engine/ports.ts";
import { serverSettings } from "./capabilities.ts";
import { type Connection, connect } from "./connection.ts";
import { handshake } from "./handshake.ts";
import { isRecord } from "./is-record.ts";
import { languageServer } from "./language-server.ts";
import { unlistedFileCount } from "./project-config.ts";
import { publishedDiagnostics } from "./published-diagnostics.ts";
import { serverArguments, serverEnvironment } from "./sandbox.ts";
import { findServer } from "./server-command.ts";
import { ServerError } from "./server-error.ts";
import type { ServerOptions } from "./server-options.ts";
import { type ServerProcess, spawnServer } from "./server-process.ts";
import { createServerWorkspace } from "./server-workspace.ts";
import { stopper } from "./stop-server.ts";

const SHORT_LIMIT_MS = 60_000;
const LONG_LIMIT_MS = 300_000;
const START_LIMIT_MS = 120_000;
const MEMORY_LIMIT_MB = 4096;

/** Language servers that run basedpyright as a child process, each in a workspace of its own. */
export function languageServers(options: ServerOptions): LanguageServers {
  return { start: (request) => start(request, options) };
}

async function start(request: SessionRequest, options: ServerOptions): Promise<LanguageServer> {
  const command = findServer(options.serverPath, options.searchFrom);
  const workspace = createServerWorkspace(request);
  let server: ServerProcess;
  try {
    const memoryLimitMb = options.memoryLimitMb ?? MEMORY_LIMIT_MB;
    server = spawnServer({
      nodePath: options.nodePath ?? process.execPath,
      args: serverArguments({ root: request.root, workspace, command, memoryLimitMb }, options.sandbox),
      cwd: workspace.root,
      environment: serverEnvironment(workspace.scratch, process.env),
    });
  } catch (error) {
    workspace.remove();
    throw error;
  }
  const connection = connect(server, serverSettings(workspace.nothing));
  const stop = stopper(server, connection, workspace);
  try {
    if (options.trace !== undefined) traceMessages(connection, options.trace);
    const published = publishedDiagnostics(connection);
    const ready = await handshake(connection, workspace.root, options.startTimeoutMs ?? START_LIMIT_MS);
    return languageServer({
      name: command.name,
      version: command.version,
      // Files that cannot be listed count too: they take part as soon as the engine opens them.
      sourceFileCount: ready.sourceFileCount + unlistedFileCount(request),
      root: request.root,
      folder: command.folder,
      workspaceRoot: workspace.root,
      connection,
      published: ready.pullsDiagnostics ? null : published,
      shortLimitMs: options.requestTimeoutMs ?? SHORT_LIMIT_MS,
      longLimitMs: options.requestTimeoutMs ?? LONG_LIMIT_MS,
      stop,
    });
  } catch (error) {
    await stop();
    throw options.sandbox && error instanceof ServerError ? inSandbox(error) : error;
  }
}

function inSandbox(error: ServerError): ServerError {
  const what =
    `The language server could not be started in its sandbox. ${error.message}\n` +
    "If only the sandbox is in the way, --no-sandbox starts the server without it.";
  return new ServerError(what, "", error);
}

function traceMessages(connection: Connection, trace: (text: string) => void): void {
  connection.subscribe(({ method, params }) => {
    if (isRecord(params) && typeof params["message"] === "string") trace(`${method}: ${params["message"]}`);
  });
}
