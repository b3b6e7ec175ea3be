import { getOctokit } from "@actions/github";
import type { GitHubDouble } from "./github-double.ts";

/** A real client of the double, as a job has one. */
export function client(double: GitHubDouble, token: string = double.token) {
  return getOctokit(token, { baseUrl: double.url, log: SILENT });
}

const ignore = (): void => {};
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The address of the one repository. */
export const REPO = { owner: "octo", repo: "app" } as const;
