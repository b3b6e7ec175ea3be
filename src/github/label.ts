import { ask } from "./ask.ts";
import type { Client } from "./client.ts";
import { GitHubError } from "./github-error.ts";

/** Takes a label off a pull request; it is no error when it is not there. Rejects with a GitHubError. */
export async function removeLabel({ octokit, repo }: Client, number: number, label: string): Promise<void> {
  try {
    await ask({ to: `remove the label "${label}"`, permission: "pull-requests: write" }, async () =>
      octokit.rest.issues.removeLabel({ ...repo, issue_number: number, name: label }),
    );
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error;
  }
}

/** Who put a label on or took it off, and when. */
export interface LabelEvent {
  readonly event: "labeled" | "unlabeled";
  readonly actor: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The last thing that happened to a label of a pull request; null when nothing did. Rejects with a GitHubError. */
export async function lastLabelEvent(
  { octokit, repo }: Client,
  number: number,
  label: string,
): Promise<LabelEvent | null> {
  const events = await ask(
    { to: "read the events of the label", permission: "pull-requests: read" },
    async () =>
      octokit.paginate(octokit.rest.issues.listEvents, { ...repo, issue_number: number, per_page: 100 }),
  );
  let last: LabelEvent | null = null;
  for (const event of events) {
    if (event.event !== "labeled" && event.event !== "unlabeled") continue;
    if (!("label" in event) || event.label?.name?.toLowerCase() !== label.toLowerCase()) continue;
    if (last !== null && event.created_at < last.at) continue;
    last = { event: event.event, actor: event.actor?.login ?? "", at: event.created_at };
  }
  return last;
}
