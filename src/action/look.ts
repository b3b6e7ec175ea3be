import { posix } from "node:path";
import { changedFiles } from "../github/changed-files.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { readHead } from "../workspace/head.ts";
import type { Context } from "./context.ts";
import type { LiveState } from "./decide.ts";
import type { PullRequestEvent } from "./event.ts";

/** Asks GitHub and the checkout. Rejects with a GitHubError. */
export async function look({ client, inputs, runner }: Context, event: PullRequestEvent): Promise<LiveState> {
  const pull = await readPullRequest(client, event.number);
  const { files, listed } = await changedFiles(client, event.number);
  const plans = files.filter((path) => isPlan(path, inputs.plan));
  return {
    pull,
    plans,
    listedFiles: listed,
    checkout: plans.length === 0 ? null : await checkedOut(runner.environment.workspace),
  };
}

/**
 * Whether a path (POSIX, relative to the top) fits one of the globs of the input `plan`. Node's wildcards pass names over
 * that begin with a dot; a plan in `.github` would be nowhere without a word.
 */
export function isPlan(path: string, globs: readonly string[]): boolean {
  const undotted = path.replace(/(^|\/)\./g, "$1_");
  return globs.some((glob) => posix.matchesGlob(path, glob) || posix.matchesGlob(undotted, glob));
}

/** The commit that the workspace is at; null where nothing is checked out. */
export async function checkedOut(workspace: string): Promise<string | null> {
  const head = await readHead(workspace).catch(() => null);
  return head?.commit ?? null;
}
