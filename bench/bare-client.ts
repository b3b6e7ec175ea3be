import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { StreamMessageReader, StreamMessageWriter, createMessageConnection } from "vscode-jsonrpc/node";
import { type BenchSymbol, lastName } from "./symbols.ts";

/**
 * What a client does that believes the server: it waits until the server has found its files, opens those that hold a
 * name, asks for each rename once, counts the edits, and stops the server. No sandbox, no check. Run by speed.ts, with a
 * job (JSON) on the command line; prints the number of edits.
 */
export interface BareJob {
  /** Absolute, as all paths of the job but those of the symbols. */
  readonly tree: string;
  readonly include: readonly string[];
  readonly roots: readonly string[];
  readonly open: readonly string[];
  readonly symbols: readonly BenchSymbol[];
}

interface RenameAnswer {
  readonly documentChanges?: readonly { readonly edits: readonly unknown[] }[];
}

const SERVER = createRequire(import.meta.url).resolve("basedpyright/langserver.index.js");

const [jobFile] = process.argv.slice(2);
if (jobFile === undefined) throw new Error("usage: node bench/bare-client.ts JOB.json");
const job: BareJob = JSON.parse(readFileSync(jobFile, "utf8"));
const workspace = mkdtempSync(join(tmpdir(), "rename-plan-bare-"));
const noStubs = join(workspace, "no-stubs-");
mkdirSync(noStubs);
const config = {
  include: job.include,
  exclude: [],
  extraPaths: job.roots,
  stubPath: noStubs,
  typeCheckingMode: "off",
};
writeFileSync(join(workspace, "pyrightconfig.json"), JSON.stringify(config));

const server = spawn(process.execPath, ["--max-old-space-size=4096", SERVER, "--stdio"], {
  cwd: dirname(jobFile),
  stdio: ["pipe", "pipe", "inherit"],
});
process.on("exit", () => {
  server.kill("SIGKILL");
  rmSync(workspace, { recursive: true, force: true });
});
const rpc = createMessageConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
const settings: Readonly<Record<string, unknown>> = {
  python: { pythonPath: join(workspace, "nothing-") },
  basedpyright: {
    analysis: { diagnosticMode: "openFilesOnly", autoSearchPaths: false, logLevel: "Information" },
  },
};
rpc.onRequest(
  "workspace/configuration",
  ({ items }: { readonly items: readonly { readonly section: string }[] }) =>
    items.map((item) => settings[item.section] ?? null),
);
rpc.onRequest(() => null);
const found = Promise.withResolvers<void>();
rpc.onNotification("window/logMessage", ({ message }: { readonly message: string }) => {
  if (/^Found \d+ source file|^No source files found/.test(message)) found.resolve();
});
rpc.listen();

const rootUri = pathToFileURL(workspace).href;
await rpc.sendRequest("initialize", {
  processId: process.pid,
  rootUri,
  workspaceFolders: [{ uri: rootUri, name: "bare" }],
  capabilities: {
    workspace: {
      configuration: true,
      workspaceFolders: true,
      workspaceEdit: { documentChanges: true },
      didChangeWatchedFiles: { dynamicRegistration: true },
    },
    textDocument: { rename: { prepareSupport: true } },
  },
});
await rpc.sendNotification("initialized", {});
await found.promise;
for (const path of job.open) {
  const textDocument = {
    uri: pathToFileURL(path).href,
    languageId: "python",
    version: 1,
    text: readFileSync(path, "utf8"),
  };
  // oxlint-disable-next-line no-await-in-loop -- in order, as an editor does
  await rpc.sendNotification("textDocument/didOpen", { textDocument });
}
let edits = 0;
// oxlint-disable-next-line no-await-in-loop -- one question at a time
for (const symbol of job.symbols) edits += await rename(symbol);
await rpc.sendRequest("shutdown");
const gone = new Promise((settle) => server.once("close", settle));
await rpc.sendNotification("exit");
await gone;
console.log(edits);
process.exit(0);

async function rename(symbol: BenchSymbol): Promise<number> {
  const file = join(job.tree, symbol.file);
  const line = readFileSync(file, "utf8").split("\n")[symbol.line - 1] ?? "";
  const character = new RegExp(`\\b${lastName(symbol.old)}\\b`).exec(line)?.index;
  if (character === undefined) throw new Error(`${symbol.file}:${symbol.line} does not hold ${symbol.old}`);
  const answer: RenameAnswer | null = await rpc.sendRequest("textDocument/rename", {
    textDocument: { uri: pathToFileURL(file).href },
    position: { line: symbol.line - 1, character },
    newName: symbol.new,
  });
  return (answer?.documentChanges ?? []).reduce((sum, change) => sum + change.edits.length, 0);
}
