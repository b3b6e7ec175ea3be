import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../src/action/environment.ts";
import { DEFAULTS } from "../../src/action/inputs.ts";
import { post } from "../../src/action/post.ts";
import { run } from "../../src/action/run.ts";
import type { Runner } from "../../src/action/runner.ts";
import { tell } from "../../src/action/tell.ts";
import type { LanguageServers } from "../../src/engine/ports.ts";
import type { Annotation } from "../../src/report/annotations.ts";
import type { GitHubDouble } from "../github/github-double.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { checkout } from "./checkout.ts";

/** One job that uses the action. */
export interface JobRequest {
  readonly double: GitHubDouble;
  readonly eventName?: string;
  readonly payload: unknown;
  /** The commit that is checked out; null: nothing is. */
  readonly sha: string | null;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly attempt?: number;
  /** Instead of the ones that the inputs name. */
  readonly servers?: LanguageServers;
  /** Done to the checkout before the action runs. */
  readonly prepare?: (workspace: string) => void;
}

export interface JobResult {
  /** null: the job passes. */
  readonly failure: string | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
  /** What the action kept for its post step. */
  readonly state: ReadonlyMap<string, string>;
}

/** No waiting between requests. */
export const AT_ONCE = { write: 0, notification: 0, retry: 1 };

/** Runs the action in this process, and its post step behind it, with a runner in memory. */
export async function job(request: JobRequest): Promise<JobResult> {
  using folders = temporaryFolder();
  const environment = await prepare(request, folders.path);
  const inputs: Readonly<Record<string, string>> = {
    ...DEFAULTS,
    "github-token": request.double.token,
    ...request.inputs,
  };
  const outputs: Record<string, string> = {};
  const state = new Map<string, string>();
  const log: string[] = [];
  const annotations: Annotation[] = [];
  let summary = "";
  const runner: Runner = {
    environment,
    input: (name) => inputs[name] ?? "",
    setOutput: (name, value) => (outputs[name] = value),
    saveState: (name, value) => state.set(name, value),
    state: (name) => state.get(name) ?? "",
    info: (line) => log.push(tell(line)),
    annotate: (annotation) => annotations.push(annotation),
    writeSummary: async (markdown) => {
      summary += markdown;
    },
  };
  const ended = await run(runner, {
    pace: AT_ONCE,
    ...(request.servers === undefined ? {} : { servers: request.servers }),
  }).catch((error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)));
  await post(runner, { pace: AT_ONCE }).catch((error: unknown) => log.push(`post: ${String(error)}`));
  return { failure: ended, outputs, log: log.join("\n"), summary, annotations, state };
}

async function prepare(request: JobRequest, folder: string): Promise<Environment> {
  const { double, payload, sha } = request;
  const workspace = join(folder, "work");
  const temporary = join(folder, "temp");
  mkdirSync(workspace);
  mkdirSync(temporary);
  const eventPath = join(folder, "event.json");
  writeFileSync(eventPath, JSON.stringify(payload));
  if (sha !== null) await checkout(double, sha, workspace);
  request.prepare?.(workspace);
  return {
    apiUrl: double.url,
    serverUrl: double.url,
    repository: double.repository,
    eventName: request.eventName ?? "pull_request",
    eventPath,
    workspace,
    attempt: `1.${request.attempt ?? 1}`,
    runUrl: `${double.url}/${double.repository}/actions/runs/1`,
    temporary,
  };
}

const BUNDLE = join(import.meta.dirname, "../../dist/action.js");

export interface BundleResult {
  readonly code: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
}

/** Runs the committed bundle as a runner does: a process with a runner's variables and files, and the post step. */
export async function bundleJob(
  request: JobRequest & { readonly variables?: Readonly<Record<string, string>> },
): Promise<BundleResult> {
  using folders = temporaryFolder();
  const environment = await prepare(request, folders.path);
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
  const main = await node(variables, environment.workspace);
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
): Promise<{ readonly code: number | null; readonly log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BUNDLE], { env, cwd });
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
