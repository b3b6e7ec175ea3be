import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Api } from "./api.ts";
import { ApiError } from "./api-error.ts";
import type { Answer } from "./call.ts";
import { type Fault, faultError } from "./fault.ts";
import { gitBackend } from "./git-backend.ts";
import type { Identity } from "./identity.ts";
import type { RequestLog } from "./request-log.ts";
import type { World } from "./world.ts";

/** What the server needs besides the world. */
export interface Service {
  readonly api: Api;
  readonly log: RequestLog;
  readonly identities: readonly Identity[];
  faultOf(index: number, operation: string, occurrence: number): Fault | null;
  /** After a request has been carried out, and before it is answered. */
  afterRequest(index: number, operation: string, occurrence: number): Promise<void>;
  /** A request that a well-behaved client would not have sent, in a sentence. */
  report(problem: string): void;
  /** A request to git's backend: method and path with query. */
  gitRequest(line: string): void;
}

/** Starts the server on a free port of the loopback interface. */
export async function serve(world: World, service: Service): Promise<Server> {
  const server = createServer((message, response) => {
    handle(world, service, message, response).catch((error: unknown) => {
      service.report(`the double itself failed: ${error instanceof Error ? error.stack : String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen(0, "127.0.0.1", resolve));
  return server;
}

async function handle(
  world: World,
  service: Service,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(message.url ?? "/", world.url);
  const body = await bodyOf(message);
  const gitPath = /^\/octo\/app(?:\.git)?(\/(?:info\/|git-|objects\/|HEAD$).*|\/HEAD)$/.exec(
    url.pathname,
  )?.[1];
  if (gitPath === undefined) return answerApi(service, message, url, body, response);
  service.gitRequest(`${message.method} ${url.pathname}${url.search}`);
  if (identityOf(service, message) === null) {
    const headers = { "www-authenticate": 'Basic realm="GitHub"', "content-type": "text/plain" };
    response.writeHead(401, headers).end("Invalid username or token.\n");
    return;
  }
  world.pulls.updateRefs();
  await gitBackend(world.repository.dir, { message, url, path: gitPath, body }, response);
}

async function answerApi(
  service: Service,
  message: IncomingMessage,
  url: URL,
  bytes: Buffer,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", headers } = message;
  const identity = identityOf(service, message);
  const body = parsed(bytes);
  const request = service.api.prepare({ method, url, body, accept: headers.accept ?? "", identity });
  const { operation } = request;
  const { index, occurrence } = service.log.add({
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    operation,
    body,
    by: identity?.account.login ?? null,
    status: null,
  });
  const faults = [...request.faults, ...(headers["user-agent"] === undefined ? ["no user-agent"] : [])];
  for (const fault of faults) service.report(`request ${index}, ${method} ${url.pathname}: ${fault}`);

  const fault = service.faultOf(index, operation, occurrence);
  if (fault?.kind === "slow") await wait(fault.milliseconds);
  const isLate = fault !== null && "afterEffect" in fault && (fault.afterEffect ?? false);
  const answer = fault === null || fault.kind === "slow" || isLate ? run(() => request.run()) : null;
  await service.afterRequest(index, operation, occurrence);
  if (fault?.kind === "dropped") {
    response.destroy();
    return;
  }
  const error = fault === null ? null : faultError(fault);
  const sent = error === null ? answer : errorAnswer(error);
  if (sent === null) throw new Error(`no answer to ${operation}`);
  service.log.answered(index, sent.status);
  send(sent, response);
}

function run(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    throw error;
  }
}

function errorAnswer({ status, message, errors, headers }: ApiError): Answer {
  return {
    status,
    headers,
    body: {
      message,
      ...(errors.length === 0 ? {} : { errors }),
      documentation_url: "https://docs.github.com/rest",
      status: String(status),
    },
  };
}

function send({ status, body, headers = {} }: Answer, response: ServerResponse): void {
  const limit = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "4999", "x-ratelimit-used": "1" };
  if (body === undefined) {
    response.writeHead(status, { ...limit, ...headers }).end();
    return;
  }
  const isBytes = body instanceof Uint8Array;
  const type = isBytes ? "application/octet-stream" : "application/json; charset=utf-8";
  response
    .writeHead(status, { ...limit, "content-type": type, ...headers })
    .end(isBytes ? body : JSON.stringify(body));
}

/** The identity of a token sent as "token T", "Bearer T", or the password that git sends. */
function identityOf(service: Service, { headers }: IncomingMessage): Identity | null {
  const [scheme = "", value = ""] = (headers.authorization ?? "").split(" ");
  const token = /^basic$/i.test(scheme)
    ? Buffer.from(value, "base64")
        .toString()
        .replace(/^[^:]*:/, "")
    : value;
  return service.identities.find((identity) => identity.token === token) ?? null;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What is no JSON stays text, which no schema accepts. */
function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return bytes.toString();
  }
}
