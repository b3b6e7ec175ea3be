import { describe, expect, test } from "vitest";
import { type Decision, decide, type LiveState } from "../../src/action/decide.ts";
import type { Event, PullRequestEvent } from "../../src/action/event.ts";

const HEAD = "a".repeat(40);
const OTHER = "b".repeat(40);
const HERE = { repository: "octo/app", applyLabel: "rename-plan: apply" };

function event(action: string, more: Partial<PullRequestEvent> = {}): Event {
  const sender = { login: "bob", isPerson: true };
  return { kind: "pull_request", action, number: 1, headSha: HEAD, label: null, sender, ...more };
}

function live(pull: Partial<LiveState["pull"]> = {}, more: Partial<LiveState> = {}): LiveState {
  return {
    pull: {
      number: 1,
      isOpen: true,
      headSha: HEAD,
      headBranch: "topic",
      headRepository: "octo/app",
      labels: [],
      author: "alice",
      changedFiles: 1,
      ...pull,
    },
    plans: ["rename-plan.toml"],
    listedFiles: 1,
    checkout: HEAD,
    ...more,
  };
}

const OURS = { label: HERE.applyLabel };
const LABELED = { labels: [HERE.applyLabel] };
const NO_PLAN = { plans: [], checkout: null };

/** What is decided; `why` has to match. */
interface Expected {
  readonly do: Decision["do"];
  readonly why?: RegExp;
  readonly [key: string]: unknown;
}

const ROWS: readonly (readonly [string, Event, LiveState | null, Expected])[] = [
  ["another event", { kind: "other", name: "push" }, null, { do: "refuse", why: /no pull request/ }],
  [
    "pull_request_target",
    { kind: "other", name: "pull_request_target" },
    null,
    { do: "refuse", why: /strangers/ },
  ],
  ["workflow_run", { kind: "other", name: "workflow_run" }, null, { do: "refuse", why: /strangers/ }],
  ["issue_comment", { kind: "other", name: "issue_comment" }, null, { do: "refuse", why: /strangers/ }],
  [
    "an activity that is not ours",
    event("edited"),
    null,
    { do: "refuse", why: /"edited"/, closesGate: false },
  ],
  ["closed", event("closed"), null, { do: "refuse" }],
  ["a label taken off", event("unlabeled", OURS), null, { do: "nothing" }],
  ["another label", event("labeled", { label: "bug" }), null, { do: "nothing" }],
  ["a pull request, before anything is known", event("opened"), null, { do: "look" }],
  ["our label, before anything is known", event("labeled", OURS), null, { do: "look" }],
  ["a pull request that was closed meanwhile", event("opened"), live({ isOpen: false }), { do: "nothing" }],
  ["no plan", event("opened"), live({}, NO_PLAN), { do: "pass", removeLabel: false }],
  [
    "no plan, with the label",
    event("labeled", OURS),
    live(LABELED, NO_PLAN),
    { do: "pass", removeLabel: true },
  ],
  [
    "no plan among the files that GitHub lists",
    event("opened"),
    live({ changedFiles: 3001 }, { ...NO_PLAN, listedFiles: 3000 }),
    { do: "refuse", why: /3001 files/, closesGate: true },
  ],
  [
    "no checkout",
    event("opened"),
    live({}, { checkout: null }),
    { do: "refuse", why: /checked out/, closesGate: true },
  ],
  [
    "the merge commit checked out",
    event("opened"),
    live({}, { checkout: OTHER }),
    { do: "refuse", why: /ref:/, closesGate: true },
  ],
  ["opened", event("opened"), live(), { do: "dry_run", removeLabel: false, isFork: false, isLatest: true }],
  ["opened with the label", event("opened"), live(LABELED), { do: "dry_run", removeLabel: true }],
  ["synchronize", event("synchronize"), live(), { do: "dry_run", removeLabel: false }],
  ["synchronize with the label", event("synchronize"), live(LABELED), { do: "dry_run", removeLabel: true }],
  ["reopened", event("reopened"), live(), { do: "dry_run" }],
  ["a draft is tried like any other", event("opened"), live(), { do: "dry_run" }],
  [
    "a push after the event",
    event("synchronize"),
    live({ headSha: OTHER }),
    { do: "dry_run", isLatest: false },
  ],
  ["a fork", event("opened"), live({ headRepository: "eve/app" }), { do: "dry_run", isFork: true }],
  ["a deleted fork", event("reopened"), live({ headRepository: null }), { do: "dry_run", isFork: true }],
  ["our label", event("labeled", OURS), live(LABELED), { do: "apply" }],
  [
    "our label in other case",
    event("labeled", { label: "Rename-Plan: Apply" }),
    live({ labels: ["Rename-Plan: Apply"] }),
    { do: "apply" },
  ],
  [
    "our label on a fork",
    event("labeled", OURS),
    live({ ...LABELED, headRepository: "eve/app" }),
    { do: "deny", isFork: true, why: /fork/ },
  ],
  [
    "our label on an older head",
    event("labeled", OURS),
    live({ ...LABELED, headSha: OTHER }),
    { do: "deny", why: new RegExp(OTHER) },
  ],
  ["our label, taken off again", event("labeled", OURS), live(), { do: "deny", why: /not on/ }],
  [
    "our label on Dependabot's branch",
    event("labeled", OURS),
    live({ ...LABELED, author: "dependabot[bot]" }),
    { do: "deny", why: /dependabot/ },
  ],
  [
    "our label on Renovate's branch",
    event("labeled", OURS),
    live({ ...LABELED, author: "renovate[bot]" }),
    { do: "deny", why: /renovate/ },
  ],
  [
    "a merge group",
    { kind: "merge_group", action: "checks_requested", headSha: HEAD, baseSha: OTHER },
    null,
    { do: "check_queue" },
  ],
  [
    "a merge group that is gone",
    { kind: "merge_group", action: "destroyed", headSha: HEAD, baseSha: OTHER },
    null,
    { do: "nothing" },
  ],
];

describe("the decision table (CARD-1, CARD-2)", () => {
  test.each(ROWS)("%s", (_, given, state, { why, ...expected }) => {
    const told = why === undefined ? {} : { why: expect.stringMatching(why) };
    expect(decide(given, state, HERE)).toMatchObject({ ...expected, ...told });
  });
});
