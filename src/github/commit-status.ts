import { cutText } from "../report/cut-text.ts";
import { escapeText } from "../report/escape-text.ts";
import { ask } from "./ask.ts";
import type { Client } from "./client.ts";

/** The gate: what a branch rule requires. */
export const STATUS_CONTEXT = "rename-plan";

/** Longer descriptions are refused. */
const LONGEST = { characters: 140, bytes: 560 };

export interface CommitStatus {
  readonly state: "pending" | "success" | "failure" | "error";
  /** One line, cut to 140 characters. */
  readonly description: string;
  /** Where a click leads: the run of the workflow. */
  readonly url: string;
}

/** Rejects with a GitHubError. */
export async function postStatus(
  { octokit, repo }: Client,
  sha: string,
  { state, description, url }: CommitStatus,
): Promise<void> {
  await ask({ to: `post the status of ${sha}`, permission: "statuses: write" }, async () =>
    octokit.rest.repos.createCommitStatus({
      ...repo,
      sha,
      state,
      context: STATUS_CONTEXT,
      description: cutText(escapeText(description), LONGEST),
      target_url: url,
    }),
  );
}
