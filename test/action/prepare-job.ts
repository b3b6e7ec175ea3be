import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../src/action/environment.ts";
import type { LanguageServers } from "../../src/engine/ports.ts";
import type { GitHubDouble } from "../github/github-double.ts";
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

/** Makes the folders, the event and the checkout of a job in a folder. */
export async function prepareJob(request: JobRequest, folder: string): Promise<Environment> {
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
