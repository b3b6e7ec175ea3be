import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, dirname } from "node:path";
import { gitEnvironment } from "./git-environment.ts";

/** A request to git's own HTTP backend: the part of the path below the repository, such as "/info/refs". */
export interface GitRequest {
  readonly message: IncomingMessage;
  readonly url: URL;
  readonly path: string;
  readonly body: Buffer;
}

/** Answers as git's own backend (CGI) does for the bare repository. Fetches only: a push is refused with a 403. */
export async function gitBackend(dir: string, request: GitRequest, response: ServerResponse): Promise<void> {
  const { message, url, path, body } = request;
  if (path.endsWith("git-receive-pack") || url.searchParams.get("service") === "git-receive-pack") {
    response.writeHead(403, { "content-type": "text/plain" }).end("Permission to octo/app.git denied.\n");
    return;
  }
  const child = spawn("git", ["http-backend"], {
    env: {
      ...gitEnvironment(dirname(dir)),
      GIT_PROJECT_ROOT: dirname(dir),
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: `/${basename(dir)}${path}`,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: message.method ?? "GET",
      CONTENT_TYPE: message.headers["content-type"] ?? "",
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: message.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: headerText(message.headers["git-protocol"]),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A backend that has heard enough closes its end.
  child.stdin.on("error", () => {});
  child.stdin.end(body);
  await new Promise<void>((resolve, reject) => child.on("error", reject).on("close", () => resolve()));
  const output = Buffer.concat(chunks);
  const split = output.indexOf("\r\n\r\n");
  const headers = output
    .subarray(0, Math.max(split, 0))
    .toString()
    .split("\r\n")
    .map((line) => ({ name: line.split(":", 1)[0] ?? "", value: line.slice(line.indexOf(":") + 1).trim() }));
  const status = headers.find(({ name }) => name === "Status")?.value;
  response.writeHead(
    split < 0 ? 500 : Number.parseInt(status ?? "200", 10),
    Object.fromEntries(
      headers.filter(({ name }) => name !== "Status" && name !== "").map(({ name, value }) => [name, value]),
    ),
  );
  response.end(output.subarray(split + 4));
}

function headerText(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
