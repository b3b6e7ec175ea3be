import { expect, test } from "vitest";
import { payloadFaults } from "./payload-faults.ts";
import { type GitHubDouble, githubDouble } from "./github-double.ts";
import { mergeGroupPayload, type PullRequestEvent, pullRequestPayload } from "./payloads.ts";

const EVENTS: readonly PullRequestEvent[] = [
  { action: "opened" },
  { action: "synchronize" },
  { action: "reopened" },
  { action: "labeled", label: "rename-plan: apply", sender: "alice" },
  { action: "labeled", label: "rename-plan: apply", sender: "dependabot[bot]" },
  { action: "unlabeled", label: "rename-plan: apply" },
  { action: "edited" },
  { action: "closed" },
];

async function withPulls(): Promise<GitHubDouble> {
  const double = await githubDouble();
  double.commit("main", { "a.py": "a\n" });
  double.commit("topic", { "a.py": "b\n" });
  double.commit("contributor:topic", { "b.py": "b\n" });
  double.commit("gone:topic", { "c.py": "b\n" });
  double.openPull({ head: "topic", labels: ["rename-plan: apply"] });
  double.openPull({ head: "contributor:topic", draft: true });
  double.openPull({ head: "gone:topic", author: "renovate[bot]" });
  return double;
}

test.each(EVENTS)("a payload of $action is as GitHub's schema has it", async (event) => {
  await using double = await withPulls();
  for (const number of [1, 2, 3]) {
    const payload = pullRequestPayload(double, number, event);
    expect(payloadFaults(`pull-request-${event.action}`, payload)).toEqual([]);
    expect(payload.sender.login).toBe(event.sender ?? double.pull(number).author.login);
  }
});

test("a payload has what a program decides by", async () => {
  await using double = await withPulls();
  const labeled = pullRequestPayload(double, 1, {
    action: "labeled",
    label: "rename-plan: apply",
    sender: "dependabot[bot]",
  });
  expect(labeled).toMatchObject({
    action: "labeled",
    number: 1,
    label: { name: "rename-plan: apply" },
    sender: { login: "dependabot[bot]", type: "Bot" },
    repository: { full_name: "octo/app", owner: { login: "octo" }, name: "app" },
    pull_request: {
      draft: false,
      labels: [{ name: "rename-plan: apply" }],
      head: { sha: double.head("topic"), repo: { full_name: "octo/app" } },
      base: { sha: double.head("main"), ref: "main" },
    },
  });
  const fork = pullRequestPayload(double, 2, { action: "opened" });
  expect(fork.pull_request).toMatchObject({ draft: true, head: { repo: { full_name: "contributor/app" } } });
  const before = double.head("topic");
  const after = double.commit("topic", { "a.py": "c\n" });
  expect(pullRequestPayload(double, 1, { action: "synchronize" })).toMatchObject({ before, after });
  expect(labeled.pull_request.head.sha).toBe(before);
});

test("the head of a deleted fork has no repository", async () => {
  await using double = await withPulls();
  double.deleteFork(3);
  const payload = pullRequestPayload(double, 3, { action: "labeled", label: "bug" });
  expect(payload.pull_request).toMatchObject({ head: { repo: null }, user: { type: "Bot" } });
  expect(payloadFaults("pull-request-labeled", payload)).toEqual([]);
});

test("a merge group holds the merges of its pull requests, and no pull request", async () => {
  await using double = await withPulls();
  const group = double.queue(1, 2);
  const payload = mergeGroupPayload(double, group);
  expect(payloadFaults("merge-group-checks-requested", payload)).toEqual([]);
  expect(payload.merge_group).toMatchObject({ base_ref: "refs/heads/main", base_sha: double.head("main") });
  expect(payload).not.toHaveProperty("pull_request");
  expect(double.git(["ls-tree", "--name-only", group.head_sha]).trim().split("\n")).toEqual(["a.py", "b.py"]);
  expect(double.git(["rev-parse", group.head_ref]).trim()).toBe(group.head_sha);
});

test("a schema that is violated is told of", () => {
  expect(payloadFaults("pull-request-labeled", { action: "opened" })).not.toEqual([]);
});
