import { ask } from "./ask.ts";
import type { Client } from "./client.ts";

/** A pull request as it is now. */
export interface PullRequest {
  readonly number: number;
  readonly isOpen: boolean;
  readonly headSha: string;
  /** The name of the branch, without `refs/heads/`. */
  readonly headBranch: string;
  /** `owner/name`; null when the fork was deleted. */
  readonly headRepository: string | null;
  readonly labels: readonly string[];
  /** The login of its author; "" when the account is gone. */
  readonly author: string;
  readonly changedFiles: number;
}

/** Rejects with a GitHubError. */
export async function readPullRequest({ octokit, repo }: Client, number: number): Promise<PullRequest> {
  const { data } = await ask(
    { to: `read pull request #${number}`, permission: "pull-requests: read" },
    async () => octokit.rest.pulls.get({ ...repo, pull_number: number }),
  );
  return {
    number,
    isOpen: data.state === "open",
    headSha: data.head.sha,
    headBranch: data.head.ref,
    // The description says that it is always there; for a deleted fork it is null.
    headRepository: (data.head.repo as { readonly full_name: string } | null)?.full_name ?? null,
    labels: data.labels.map(({ name }) => name),
    author: (data.user as { readonly login: string } | null)?.login ?? "",
    changedFiles: data.changed_files,
  };
}
