import { isSameName } from "../github/is-same-name.ts";
import type { PullRequest } from "../github/pull-request.ts";
import type { Event, PullRequestEvent } from "./event.ts";

/** What GitHub and the checkout say now. Payloads are older: a job that is run again gets the one of its first run. */
export interface LiveState {
  readonly pull: PullRequest;
  /** The plan files among the files that the pull request adds or changes. */
  readonly plans: readonly string[];
  /** How many of its files GitHub listed. */
  readonly listedFiles: number;
  /** The commit that is checked out; null when there is none, or nobody asked because there is no plan. */
  readonly checkout: string | null;
}

export interface Circumstances {
  /** `owner/name` of the repository that the workflow runs in. */
  readonly repository: string;
  readonly applyLabel: string;
}

export type Decision =
  /** The decision needs the live state. */
  | { readonly do: "look" }
  /** Nothing is published; the job passes. */
  | { readonly do: "nothing"; readonly why: string }
  /** The job fails. `closesGate`: the head has a plan that nobody has looked at, so its gate says so. */
  | { readonly do: "refuse"; readonly why: string; readonly closesGate: boolean }
  /** There is no plan: the gate is open. */
  | { readonly do: "pass"; readonly why: string; readonly removeLabel: boolean }
  | {
      readonly do: "dry_run";
      /** A label from before asks for what nobody has seen yet. */
      readonly removeLabel: boolean;
      /** Its token can write nothing. */
      readonly isFork: boolean;
      /** The head has moved on: another run has the last word in the comment. */
      readonly isLatest: boolean;
    }
  | { readonly do: "apply" }
  /** The label was put on, and nothing can come of it: it is removed. */
  | { readonly do: "deny"; readonly why: string; readonly isFork: boolean }
  | { readonly do: "check_queue" };

const DRY_RUNS: readonly string[] = ["opened", "synchronize", "reopened"];

/** These take a stranger's code and give it the rights of the repository. */
const UNSAFE: readonly string[] = ["pull_request_target", "workflow_run", "issue_comment"];

/** GitHub lists no more files of one pull request. */
const MOST_FILES = 3000;

/** Branches of these are written again from scratch, or left alone for ever once somebody else commits to them. */
const REWRITING_BOTS: readonly string[] = ["dependabot[bot]", "renovate[bot]"];

/** The one decision table: from an event and the live state to what is done. `live` is null before it was looked up. */
export function decide(event: Event, live: LiveState | null, circumstances: Circumstances): Decision {
  switch (event.kind) {
    case "other":
      return { do: "refuse", why: whyNot(event.name), closesGate: false };
    case "merge_group":
      return event.action === "checks_requested"
        ? { do: "check_queue" }
        : { do: "nothing", why: `The activity "${event.action}" of a merge group needs no answer.` };
    case "pull_request":
      return decidePull(event, live, circumstances);
  }
}

function decidePull(event: PullRequestEvent, live: LiveState | null, here: Circumstances): Decision {
  const { action } = event;
  if (action === "unlabeled") return { do: "nothing", why: "Taking a label off asks for nothing." };
  if (action === "labeled" && !isSameName(event.label ?? "", here.applyLabel)) {
    return { do: "nothing", why: `Another label than "${here.applyLabel}" asks for nothing.` };
  }
  if (action !== "labeled" && !DRY_RUNS.includes(action)) {
    return {
      do: "refuse",
      why: `The activity "${action}" of pull_request is not one that this action knows; list opened, synchronize, reopened, labeled and unlabeled in \`types\`.`,
      closesGate: false,
    };
  }
  if (live === null) return { do: "look" };
  const { pull, plans } = live;
  if (!pull.isOpen) return { do: "nothing", why: "The pull request is closed." };
  const hasLabel = pull.labels.some((label) => isSameName(label, here.applyLabel));
  if (live.listedFiles >= MOST_FILES && live.listedFiles < pull.changedFiles) {
    return {
      do: "refuse",
      why: `The pull request changes ${pull.changedFiles} files, and GitHub lists only ${live.listedFiles} of them: whether there is a plan among the rest cannot be told. Split the pull request.`,
      closesGate: true,
    };
  }
  const isLatest = pull.headSha === event.headSha;
  if (plans.length === 0) {
    // What GitHub lists is of the head as it is now; the older commit may have a plan.
    if (!isLatest)
      return { do: "nothing", why: `The branch has moved on, to ${pull.headSha}; its own run answers.` };
    return { do: "pass", why: "No rename plan in this pull request.", removeLabel: hasLabel };
  }
  const isFork = !isSameName(pull.headRepository ?? "", here.repository);
  if (live.checkout === null) {
    return {
      do: "refuse",
      why: "Nothing is checked out here. Put actions/checkout before this action, with `ref: ${{ github.event.pull_request.head.sha }}`.",
      closesGate: true,
    };
  }
  if (live.checkout !== event.headSha) {
    return {
      do: "refuse",
      why: `The checkout is at ${live.checkout}, and the head of the pull request is ${event.headSha}. Give actions/checkout \`ref: \${{ github.event.pull_request.head.sha }}\`.`,
      closesGate: true,
    };
  }
  if (action !== "labeled") return { do: "dry_run", removeLabel: hasLabel, isFork, isLatest };
  const deny = (why: string): Decision => ({ do: "deny", why, isFork });
  if (isFork) {
    return deny(
      "The branch is in a fork, and nothing can be committed there from here. Apply the plan there.",
    );
  }
  if (!isLatest) {
    return deny(
      `The label was put on at ${event.headSha}, and the head of the branch is ${pull.headSha} now. Look at the new report, and put the label on again.`,
    );
  }
  if (!hasLabel) return deny("The label is not on the pull request any more.");
  if (REWRITING_BOTS.includes(pull.author)) {
    return deny(`${pull.author} rewrites this branch or stops updating it when somebody else commits to it.`);
  }
  return { do: "apply" };
}

function whyNot(name: string): string {
  const reason = UNSAFE.includes(name)
    ? "it would give code of strangers the rights of this repository"
    : "it has no pull request to report on";
  return `The event ${name} is refused: ${reason}. Run this action on pull_request and merge_group.`;
}
