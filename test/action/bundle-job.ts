import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULTS } from "../../src/action/inputs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type JobRequest, prepareJob } from "./prepare-job.ts";

const BUNDLE = join(import.meta.dirname, "../../dist/action.js");

export interface BundleResult {
  readonly code: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
}

/** Runs the committed bundle as a runner does: a process with a runner's variables and files, and the post step. */
export async function bundleJob(
  request: JobRequest & {
    readonly variables?: Readonly<Record<string, string>>;
    /** Is given what kills the main step, and calls it when it wants to. */
    readonly kill?: (kill: () => void) => void;
  },
): Promise<BundleResult> {
  using folders = temporaryFolder();
  const environment = await prepareJob(request, folders.path);
  const file = (name: string): string => {
    const path = join(folders.path, name);
    writeFileSync(path, "");
    return path;
  };
  const output = file("output");
  const state = file("state");
  const summary = file("summary");
  const inputs = { ...DEFAULTS, "github-token": request.double.token, ...request.inputs };
  const variables: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: folders.path,
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: environment.apiUrl,
    GITHUB_SERVER_URL: environment.serverUrl,
    GITHUB_GRAPHQL_URL: request.double.graphqlUrl,
    GITHUB_REPOSITORY: environment.repository,
    GITHUB_EVENT_NAME: environment.eventName,
    GITHUB_EVENT_PATH: environment.eventPath,
    GITHUB_WORKSPACE: environment.workspace,
    GITHUB_RUN_ID: "1",
    GITHUB_RUN_ATTEMPT: String(request.attempt ?? 1),
    GITHUB_OUTPUT: output,
    GITHUB_STATE: state,
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: environment.temporary,
    RUNNER_TOOL_CACHE: join(folders.path, "tools"),
    ACTIONS_RUNTIME_TOKEN: "runtime-secret",
    ...request.variables,
  };
  for (const [name, value] of Object.entries(inputs)) variables[`INPUT_${name.toUpperCase()}`] = value;
  const main = await node(variables, environment.workspace, request.kill);
  const kept = Object.entries(readCommands(state)).map(([name, value]) => [`STATE_${name}`, value] as const);
  const after = await node({ ...variables, ...Object.fromEntries(kept) }, environment.workspace);
  return {
    code: main.code,
    outputs: readCommands(output),
    log: main.log + after.log,
    summary: readFileSync(summary, "utf8"),
  };
}

function node(
  env: Readonly<Record<string, string>>,
  cwd: string,
  kill?: (kill: () => void) => void,
): Promise<{ readonly code: number | null; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUNDLE], { env, cwd });
    kill?.(() => void child.kill("SIGKILL"));
    let log = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (log += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, log }));
  });
}

/** GitHub, "Workflow commands", multiline strings: `name<<delimiter`, lines, delimiter. */
function readCommands(file: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const lines = readFileSync(file, "utf8").split("\n");
  for (let i = 0; i < lines.length; i++) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines[i] ?? "") ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, i + 1);
    found[name] = lines.slice(i + 1, end).join("\n");
    i = end;
  }
  return found;
}
