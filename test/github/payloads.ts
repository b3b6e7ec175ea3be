import { type Account, account } from "./account.ts";
import { completePayload } from "./complete-payload.ts";
import type { WebhookName } from "./webhooks.ts";
import { commits } from "./commits.ts";
import type { GitHubDouble, MergeGroup } from "./github-double.ts";
import { labelJson } from "./label-json.ts";
import { pullJson } from "./pull-json.ts";
import { repositoryJson, type RepositoryJson } from "./repository-json.ts";

/** What happens to a pull request. The sender is a login, its author unless given. */
export type PullRequestEvent = { readonly sender?: string } & (
  | { readonly action: "opened" | "reopened" | "closed" }
  | { readonly action: "labeled" | "unlabeled"; readonly label: string }
  /** `before`: the head that there was until the push; the first parent of the head unless given. */
  | { readonly action: "synchronize"; readonly before?: string }
  | { readonly action: "edited"; readonly changes?: object }
);

export interface PullRequestPayload {
  readonly action: PullRequestEvent["action"];
  readonly number: number;
  readonly pull_request: ReturnType<typeof pullJson>;
  readonly repository: RepositoryJson;
  readonly sender: Account;
  readonly label?: ReturnType<typeof labelJson>;
  readonly before?: string;
  readonly after?: string;
  readonly changes?: object;
}

export interface MergeGroupPayload {
  readonly action: "checks_requested";
  readonly merge_group: MergeGroup & { readonly head_commit: object };
  readonly repository: RepositoryJson;
  readonly sender: Account;
}

/**
 * The payload of a `pull_request` event from the state as it is now: set the label or push first. Kept, it is what a
 * re-run gets again. It holds all that GitHub's schema requires.
 */
export function pullRequestPayload(
  double: GitHubDouble,
  number: number,
  event: PullRequestEvent,
): PullRequestPayload {
  const { world } = double;
  const pull = pullJson(world, number);
  const given = {
    action: event.action,
    number,
    pull_request: pull,
    repository: repositoryJson(world.url, world.owner, world.name, false),
    sender: account(event.sender ?? pull.user.login),
    ...extra(double, event, pull.head.sha),
  };
  const name: WebhookName = `pull-request-${event.action}`;
  return completePayload(name, given);
}

/** The payload of a `merge_group` event; it has no pull request. */
export function mergeGroupPayload(
  double: GitHubDouble,
  group: MergeGroup,
  sender = "octocat",
): MergeGroupPayload {
  const { world } = double;
  const [head] = commits(world.repository, ["-1", group.head_sha]);
  if (head === undefined) throw new Error(`no commit ${group.head_sha}`);
  const { author, committer, message, sha, tree } = head;
  const head_commit = { id: sha, tree_id: tree, message, timestamp: committer.date, author, committer };
  return completePayload("merge-group-checks-requested", {
    action: "checks_requested",
    merge_group: { ...group, head_commit },
    repository: repositoryJson(world.url, world.owner, world.name, false),
    sender: account(sender),
  });
}

function extra({ world }: GitHubDouble, event: PullRequestEvent, after: string) {
  switch (event.action) {
    case "labeled":
    case "unlabeled":
      return { label: labelJson(world, event.label) };
    case "synchronize":
      return { before: event.before ?? world.repository.git(["rev-parse", `${after}^`]).trim(), after };
    case "edited":
      return { changes: event.changes ?? {} };
    case "opened":
    case "reopened":
    case "closed":
      return {};
  }
}
