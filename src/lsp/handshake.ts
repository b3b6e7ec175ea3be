import { initializeParams } from "./capabilities.ts";
import type { Connection, ServerMessage } from "./connection.ts";
import { isRecord } from "./is-record.ts";
import { sourceFilesFound } from "./readiness.ts";
import { ServerError } from "./server-error.ts";

/** What is known of a server once it has found its files. */
export interface ReadyServer {
  readonly sourceFileCount: number;
  /** True when it answers `textDocument/diagnostic`. */
  readonly pullsDiagnostics: boolean;
}

/**
 * `initialize`, `initialized`, and the wait for the log message that tells how many files the server found. Rejects
 * with a ServerError when the server dies first or all that takes longer than `limitMs` milliseconds.
 */
export async function handshake(
  connection: Connection,
  workspaceRoot: string,
  limitMs: number,
): Promise<ReadyServer> {
  const found = Promise.withResolvers<number>();
  let registered = false;
  const unsubscribe = connection.subscribe((message) => {
    registered ||= registersDiagnostics(message);
    const count = sourceFilesFound(message);
    if (count !== null) found.resolve(count);
  });
  const late = (): ServerError =>
    new ServerError(
      `The language server had not listed its files after ${limitMs / 1000} s. ` +
        "Run again on a less busy machine, or with a longer limit for the start.",
      connection.stderrTail(),
    );
  const ready = async (): Promise<ReadyServer> => {
    const answer = await connection.request("initialize", initializeParams(workspaceRoot), limitMs);
    connection.notify("initialized", {});
    const sourceFileCount = await found.promise;
    return { sourceFileCount, pullsDiagnostics: registered || offersDiagnostics(answer) };
  };
  try {
    return await connection.await(ready(), limitMs, late);
  } finally {
    unsubscribe();
  }
}

/** basedpyright 1.40.1 registers `textDocument/diagnostic` before it says which files it found. */
function registersDiagnostics({ method, params }: ServerMessage): boolean {
  if (method !== "client/registerCapability" || !isRecord(params)) return false;
  const { registrations } = params;
  return (
    Array.isArray(registrations) &&
    registrations.some((r: unknown) => isRecord(r) && r["method"] === "textDocument/diagnostic")
  );
}

function offersDiagnostics(answer: unknown): boolean {
  if (!isRecord(answer) || !isRecord(answer["capabilities"])) return false;
  return isRecord(answer["capabilities"]["diagnosticProvider"]);
}
