import { ask } from "./ask.ts";
import type { Purpose } from "./ask.ts";
import type { Client } from "./client.ts";
import { GitHubError } from "./github-error.ts";
import { isSameName } from "./is-same-name.ts";

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

const PURPOSE: Purpose = { to: "read the events of the label", permission: "pull-requests: read" };

/** The last thing that happened to a label of a pull request; null when nothing did. Rejects with a GitHubError. */
export async function lastLabelEvent(
  client: Client,
  number: number,
  label: string,
): Promise<LabelEvent | null> {
  let last: LabelEvent | null = null;
  for (const event of await issueEvents(client, number)) {
    if (event.event !== "labeled" && event.event !== "unlabeled") continue;
    if (!isSameName(event.label?.name ?? "", label)) continue;
    const at = event.created_at ?? "";
    if (last !== null && at < last.at) continue;
    last = { event: event.event, actor: event.actor?.login ?? "", at };
  }
  return last;
}

/** As far as labels have to do with them. */
interface IssueEvent {
  readonly event?: string;
  readonly created_at?: string;
  readonly label?: { readonly name?: string | null };
  readonly actor?: { readonly login: string } | null;
}

/** The timeline has the same events and more; it is asked where the shorter list is not served. */
async function issueEvents({ octokit, repo }: Client, number: number): Promise<readonly IssueEvent[]> {
  const request = { ...repo, issue_number: number, per_page: 100 };
  const { listEvents, listEventsForTimeline } = octokit.rest.issues;
  try {
    return await ask(PURPOSE, async () => octokit.paginate(listEvents, request));
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error;
    return ask(PURPOSE, async () => octokit.paginate(listEventsForTimeline, request));
  }
}
