import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A well-behaved server of two source files. It writes its process id and what it was told next to itself. */
const PRELUDE = `"use strict";
const fs = require("node:fs");
const path = require("node:path");
const note = (name, value) => fs.writeFileSync(path.join(__dirname, name), String(value));
note("pid", process.pid);
const raw = (text) => process.stdout.write(text);
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  raw("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
};
const log = (message) => send({ method: "window/logMessage", params: { type: 3, message } });
const reply = (message, result) => send({ id: message.id, result });
const answers = [];
const on = {
  initialize: (m) => reply(m, { capabilities: { diagnosticProvider: {} } }),
  initialized: () => log("Found 2 source files"),
  shutdown: (m) => reply(m, null),
  exit: () => process.exit(0),
  answer: (m) => { answers.push(m); },
};
let buffer = Buffer.alloc(0);
process.stdin.on("end", () => process.exit(0));
process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const split = buffer.indexOf("\\r\\n\\r\\n");
    if (split < 0) return;
    const length = Number(/Content-Length: (\\d+)/i.exec(buffer.subarray(0, split).toString())[1]);
    if (buffer.length < split + 4 + length) return;
    const message = JSON.parse(buffer.subarray(split + 4, split + 4 + length).toString());
    buffer = buffer.subarray(split + 4 + length);
    const handler = on[message.method ?? "answer"];
    if (handler) handler(message);
  }
});
`;

/**
 * Writes a scripted language server into a folder; the script's path comes back. `behaviour` is JavaScript that may
 * replace the handlers in `on` and use `send`, `reply`, `log`, `raw`, `note` and `answers`.
 */
export function fakeServer(folder: string, behaviour = ""): string {
  const script = join(folder, "fake-server.cjs");
  writeFileSync(script, `${PRELUDE}\n${behaviour}\n`);
  return script;
}
