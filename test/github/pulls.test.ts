import { expect, test } from "vitest";
import { client, REPO } from "./client.ts";
import { githubDouble } from "./github-double.ts";

const PULL = { ...REPO, pull_number: 1 };
const ISSUE = { ...REPO, issue_number: 1 };

test("the head is live, and the files are git's own comparison with the merge base", async () => {
  await using double = await githubDouble();
  const text = "one\ntwo\nthree\nfour\nfive\n";
  double.commit("main", {
    "kept.py": text,
    "old.py": `${text}six\n`,
    "gone.py": "x\n",
    "run.sh": "#!/bin/sh\n",
  });
  double.commit(
    "topic",
    { "kept.py": "changed\n", "new.py": `${text}six\n`, "added\n.py": "y\n" },
    {
      remove: ["gone.py", "old.py"],
    },
  );
  double.commit("main", { "elsewhere.py": "z\n" });
  double.openPull({ head: "topic", draft: true, labels: ["bug"] });
  const { rest } = client(double);
  const { data: files } = await rest.pulls.listFiles(PULL);
  expect(files.map((file) => [file.status, file.filename, file.previous_filename])).toEqual([
    ["added", "added\n.py", undefined],
    ["removed", "gone.py", undefined],
    ["modified", "kept.py", undefined],
    ["renamed", "new.py", "old.py"],
  ]);
  expect(files[2]).toMatchObject({ additions: 1, deletions: 5, changes: 6 });
  expect(files[2]?.sha).toBe(double.git(["rev-parse", "topic:kept.py"]).trim());
  const { data: pull } = await rest.pulls.get(PULL);
  expect(pull).toMatchObject({
    number: 1,
    state: "open",
    draft: true,
    merged: false,
    mergeable: true,
    changed_files: 4,
    commits: 1,
    user: { login: "octocat", type: "User" },
    labels: [{ name: "bug" }],
    head: { ref: "topic", sha: double.head("topic"), repo: { full_name: "octo/app" } },
    base: { ref: "main", sha: double.head("main"), repo: { full_name: "octo/app" } },
  });
  const pushed = double.commit("topic", { "kept.py": "again\n" });
  expect((await rest.pulls.get(PULL)).data.head.sha).toBe(pushed);
  const { data: commits } = await rest.pulls.listCommits(PULL);
  expect(commits.map(({ sha }) => sha)).toEqual([double.git(["rev-parse", "topic^"]).trim(), pushed]);
  expect(double.problems).toEqual([]);
});

test("a fork's head has the fork's name, and none when the fork is gone", async () => {
  await using double = await githubDouble();
  double.commit("main", { "a.py": "a\n" });
  const sha = double.commit("contributor:topic", { "a.py": "b\n" });
  double.openPull({ head: "contributor:topic" });
  const { rest } = client(double);
  expect((await rest.pulls.get(PULL)).data).toMatchObject({
    user: { login: "contributor" },
    head: {
      label: "contributor:topic",
      ref: "topic",
      sha,
      repo: { full_name: "contributor/app", fork: true },
    },
  });
  double.deleteFork(1);
  expect((await rest.pulls.get(PULL)).data).toMatchObject({ head: { sha, repo: null }, changed_files: 1 });
});

test("a client pages through files, of which there are 3,000 at most", async () => {
  await using double = await githubDouble();
  double.commit("main", { "a.py": "a\n" });
  const names = Array.from({ length: 3010 }, (_, i) => `f${String(i).padStart(4, "0")}.py`);
  double.commit("topic", Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  double.openPull({ head: "topic" });
  const octokit = client(double);
  const files = await octokit.paginate(octokit.rest.pulls.listFiles, { ...PULL, per_page: 100 });
  expect(files.map(({ filename }) => filename)).toEqual(names.slice(0, 3000));
  expect(double.requests).toHaveLength(30);
  expect((await octokit.rest.pulls.get(PULL)).data.changed_files).toBe(3010);
  expect((await octokit.rest.pulls.listFiles(PULL)).data).toHaveLength(30);
});

test("labels leave events with actor and time", async () => {
  await using double = await githubDouble();
  double.commit("main", { "a.py": "a\n" });
  double.commit("topic", { "a.py": "b\n" });
  double.openPull({ head: "topic" });
  const { rest } = client(double);
  double.label(1, "rename-plan: apply", "alice");
  double.clock.advance(60_000);
  await rest.issues.addLabels({ ...ISSUE, labels: ["other/one"] });
  const { data: left } = await rest.issues.removeLabel({ ...ISSUE, name: "Rename-Plan: Apply" });
  expect(left.map(({ name }) => name)).toEqual(["other/one"]);
  await expect(rest.issues.removeLabel({ ...ISSUE, name: "absent" })).rejects.toMatchObject({ status: 404 });
  await rest.issues.removeLabel({ ...ISSUE, name: "other/one" });
  const { data: events } = await rest.issues.listEvents(ISSUE);
  expect(
    events.map((event) => [event.event, event.actor?.login, "label" in event && event.label?.name]),
  ).toEqual([
    ["labeled", "alice", "rename-plan: apply"],
    ["labeled", "github-actions[bot]", "other/one"],
    ["unlabeled", "github-actions[bot]", "rename-plan: apply"],
    ["unlabeled", "github-actions[bot]", "other/one"],
  ]);
  const times = events.map((event) => Date.parse(event.created_at));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
  expect((await rest.issues.listEventsForTimeline(ISSUE)).data).toHaveLength(4);
  expect(double.problems).toEqual([]);
});

test("comments are paged, and by the identity of the token", async () => {
  await using double = await githubDouble();
  double.commit("main", { "a.py": "a\n" });
  double.commit("topic", { "a.py": "b\n" });
  double.openPull({ head: "topic" });
  for (let i = 0; i < 95; i++) double.comment(1, `comment ${i}`, "alice");
  const octokit = client(double);
  const { data: own } = await octokit.rest.issues.createComment({ ...ISSUE, body: "sticky" });
  expect(own).toMatchObject({
    user: { login: "github-actions[bot]", type: "Bot" },
    performed_via_github_app: { slug: "github-actions" },
  });
  await octokit.rest.issues.updateComment({ ...REPO, comment_id: own.id, body: "sticky 2" });
  const all = await octokit.paginate(octokit.rest.issues.listComments, ISSUE);
  expect(all).toHaveLength(96);
  expect(all.at(-1)?.body).toBe("sticky 2");
  expect(double.requests.filter(({ operation }) => operation === "issues/list-comments")).toHaveLength(4);
  await octokit.rest.issues.deleteComment({ ...REPO, comment_id: own.id });
  const gone = octokit.rest.issues.deleteComment({ ...REPO, comment_id: own.id });
  await expect(gone).rejects.toMatchObject({ status: 404 });
  expect(double.comments(1)).toHaveLength(95);
});

test("a role maps to a permission as GitHub maps it", async () => {
  await using double = await githubDouble();
  const { rest } = client(double);
  const roles = ["admin", "maintain", "write", "triage", "read", "none", "custom:deployer"] as const;
  const answers = [];
  for (const role of roles) {
    double.setRole("alice", role);
    const { data } = await rest.repos.getCollaboratorPermissionLevel({ ...REPO, username: "Alice" });
    expect(data.user).toMatchObject({ login: "alice", type: "User" });
    answers.push([data.permission, data.role_name, data.user?.permissions?.push]);
  }
  expect(answers).toEqual([
    ["admin", "admin", true],
    ["write", "maintain", true],
    ["write", "write", true],
    ["read", "triage", false],
    ["read", "read", false],
    ["none", "none", false],
    ["write", "deployer", true],
  ]);
  const unknown = rest.repos.getCollaboratorPermissionLevel({ ...REPO, username: "nobody" });
  await expect(unknown).rejects.toMatchObject({ status: 404 });
});
