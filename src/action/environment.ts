import { realpathSync } from "node:fs";

/** The variables of a runner that the action looks at (GitHub, "Default environment variables"). No other file reads them. */
export interface Environment {
  /** Without a slash at its end. */
  readonly apiUrl: string;
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly eventName: string;
  /** The file with the payload. */
  readonly eventPath: string;
  /** The checkout: absolute, links resolved. */
  readonly workspace: string;
  /** As in `123.1`: the run, and its attempt. */
  readonly attempt: string;
  /** The page of the run. */
  readonly runUrl: string;
  readonly temporary: string;
}

/** Throws an Error that names a variable that is missing. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const text = (name: string, instead?: string): string => {
    const value = variables[name] || instead;
    if (value === undefined) throw new Error(`${name} is not set: this program runs as a GitHub Action`);
    return value;
  };
  const serverUrl = text("GITHUB_SERVER_URL", "https://github.com");
  const repository = text("GITHUB_REPOSITORY");
  const run = text("GITHUB_RUN_ID", "0");
  return {
    apiUrl: text("GITHUB_API_URL", "https://api.github.com").replace(/\/$/, ""),
    serverUrl,
    repository,
    eventName: text("GITHUB_EVENT_NAME"),
    eventPath: text("GITHUB_EVENT_PATH"),
    workspace: realpathSync(text("GITHUB_WORKSPACE")),
    attempt: `${run}.${text("GITHUB_RUN_ATTEMPT", "1")}`,
    runUrl: `${serverUrl}/${repository}/actions/runs/${run}`,
    temporary: text("RUNNER_TEMP"),
  };
}

/** Takes tokens out of the environment that child processes get; npm's own for its registry stays. */
export function forgetTokens(variables: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(variables)) {
    if (/TOKEN|SECRET|PASSWORD/i.test(name) && name !== "NODE_AUTH_TOKEN") delete variables[name];
  }
}
