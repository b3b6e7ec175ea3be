import { GitHubError } from "./github-error.ts";

/** What a request is for, and what it needs. */
export interface Purpose {
  /** As in "post the status": it stands behind "cannot". */
  readonly to: string;
  /** The key of the job's `permissions`, with its value: `statuses: write`. */
  readonly permission: string;
}

/** Makes a request; what fails comes as a GitHubError. */
export async function ask<T>(purpose: Purpose, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toGitHubError(purpose, error);
  }
}

function toGitHubError({ to, permission }: Purpose, error: unknown): GitHubError {
  const status = statusOf(error);
  const words = error instanceof Error ? error.message : String(error);
  const said = words.replace(/ - https:\S*$/, "");
  const answer = status === null ? said : `GitHub answered ${status}: ${said}`;
  return new GitHubError(`Cannot ${to} (${answer}). ${advice(status, words, permission)}`, status, error);
}

/** A connection that breaks has status 500 in Octokit, and no response. */
function statusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("status" in error)) return null;
  const hasAnswer = "response" in error && error.response !== undefined;
  return typeof error.status === "number" && hasAnswer ? error.status : null;
}

function advice(status: number | null, words: string, permission: string): string {
  if (status === 401)
    return "The token is not valid, or not any more: check `github-token` and `push-token`.";
  if (status === 403 && /rate limit/i.test(words)) return "Run the job again in some minutes.";
  if (status === 403 || status === 404) {
    return `The token may not do it: give the job \`permissions: ${permission}\` (a pull request from a fork never has it).`;
  }
  if (status === 429 || status === null || status >= 500)
    return "Run the job again; several tries have failed.";
  return "Run the job again; if it happens again, report it.";
}
