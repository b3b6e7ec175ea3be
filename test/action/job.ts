import { DEFAULTS } from "../../src/action/inputs.ts";
import { post } from "../../src/action/post.ts";
import { run } from "../../src/action/run.ts";
import type { Runner } from "../../src/action/runner.ts";
import { tell } from "../../src/action/tell.ts";
import type { Annotation } from "../../src/report/annotations.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type JobRequest, prepareJob } from "./prepare-job.ts";

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
  const environment = await prepareJob(request, folders.path);
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
