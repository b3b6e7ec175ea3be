import {
  ErrorCodes,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  createMessageConnection,
} from "vscode-jsonrpc/node";
import { answerServerRequest } from "./answer-server-request.ts";
import { gate } from "./gate.ts";
import { type Guard, guard } from "./guard.ts";
import { ServerError } from "./server-error.ts";
import { type ServerProcess, deathOf } from "./server-process.ts";

/** A notification of the server, or a request of it, which has been answered. */
export interface ServerMessage {
  readonly method: string;
  readonly params: unknown;
}

/** JSON-RPC 2.0 with `Content-Length` framing over a server's standard input and output. */
export interface Connection {
  /** Rejects with a ServerError: an error for an answer, the server's death, no LSP at all, or no answer in time. */
  request(method: string, params: unknown, limitMs: number): Promise<unknown>;
  /** Lost without a word when the server is gone; the next request says so. */
  notify(method: string, params?: unknown): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (message: ServerMessage) => void): () => void;
  /** For other work that the server has to finish: settles as it does, or rejects as a request would. */
  await<T>(work: Promise<T>, limitMs: number, late: () => ServerError): Promise<T>;
  stderrTail(): string;
  /** Asks the server to end, past all requests that wait for their turn. Rejects when it does not agree. */
  shutdown(): Promise<void>;
  dispose(): void;
}

/** So many requests are with the server at once; further ones wait here, and their time begins when they are sent. */
const IN_FLIGHT = 16;
const SHUTDOWN_LIMIT_MS = 2_000;

export function connect(server: ServerProcess, settings: Readonly<Record<string, unknown>>): Connection {
  const rpc = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const listeners = new Set<(message: ServerMessage) => void>();
  const publish = (method: string, params: unknown): void => {
    for (const listener of listeners) listener({ method, params });
  };
  // A server whose request stays unanswered may end itself, so every one is answered, known or not.
  rpc.onRequest((method: string, params: unknown) => {
    publish(method, params);
    return answerServerRequest(method, params, settings);
  });
  rpc.onNotification((method: string, params: unknown) => publish(method, params));

  const alive = guard();
  void server.exited.then((how) => alive.trip(deathOf(server, how)));
  rpc.onError(([error]) => {
    // Writing to a process that has just ended is an error too; how it ended says more.
    if ("code" in error) return;
    const what = `The language server does not speak its protocol: ${error.message}. Is --server the right program?`;
    alive.trip(new ServerError(what, server.stderrTail(), error));
  });
  rpc.listen();
  const enter = gate(IN_FLIGHT);
  return {
    request: (method, params, limitMs) => enter(() => ask({ rpc, server, alive }, method, params, limitMs)),
    await: (work, limitMs, late) => alive.watch(work, limitMs, late),
    notify(method, params) {
      tell(rpc, method, params).catch(ignore);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stderrTail: () => server.stderrTail(),
    async shutdown() {
      await ask({ rpc, server, alive }, "shutdown", undefined, SHUTDOWN_LIMIT_MS);
      await tell(rpc, "exit", undefined);
    },
    dispose: () => rpc.dispose(),
  };
}

function ignore(): void {}

function never(): Promise<never> {
  return new Promise(() => {});
}

interface Line {
  readonly rpc: MessageConnection;
  readonly server: ServerProcess;
  readonly alive: Guard;
}

/** vscode-jsonrpc 10 never settles a request whose server dies, and throws at once for one sent after that. */
async function ask(line: Line, method: string, params: unknown, limitMs: number): Promise<unknown> {
  const { rpc, server, alive } = line;
  const answer = send(rpc, method, params).catch((cause: unknown) => {
    // Any other failure to send or receive means that the server is going: the guard or the limit will tell.
    if (!(cause instanceof ResponseError) || cause.code === ErrorCodes.MessageWriteError) return never();
    const what = `The language server answered ${method} with an error: ${cause.message}`;
    throw new ServerError(what, server.stderrTail(), cause);
  });
  return await alive.watch(answer, limitMs, () => {
    const what =
      `The language server did not answer ${method} within ${limitMs / 1000} s. ` +
      "Run again on a less busy machine, or with a longer limit.";
    return new ServerError(what, server.stderrTail());
  });
}

async function send(rpc: MessageConnection, method: string, params: unknown): Promise<unknown> {
  return params === undefined ? await rpc.sendRequest(method) : await rpc.sendRequest(method, params);
}

/** Asynchronous, because vscode-jsonrpc throws at once when the connection is closed. */
async function tell(rpc: MessageConnection, method: string, params: unknown): Promise<void> {
  await (params === undefined ? rpc.sendNotification(method) : rpc.sendNotification(method, params));
}
