import { describe, expect, test } from "vitest";
import type { GitHubDouble } from "../github/github-double.ts";
import { FILES, LABEL, PLAN, story, type Story } from "./story.ts";

/** Pull request 1 of mallory, from a fork; the job's token can write nothing. */
async function fork(
  topic: Readonly<Record<string, string>> = { "rename-plan.toml": PLAN },
  base: Readonly<Record<string, string>> = FILES,
): Promise<Story> {
  const s = await story(topic, base, { pull: { head: "mallory:topic", author: "mallory" } });
  s.double.setReadOnly(true);
  return s;
}

function expectNothingWritten(double: GitHubDouble): void {
  const { statuses, checkRuns, requests, problems } = double;
  expect([statuses, checkRuns, double.comments(1), problems]).toEqual([[], [], [], []]);
  expect(
    requests.filter(({ status }) => status !== null && status < 300).map(({ method }) => method),
  ).not.toContain("POST");
}

describe("a pull request from a fork", () => {
  test("is tried, and reported by the log and the job summary, with the command to run", async () => {
    await using s = await fork({ "rename-plan.toml": PLAN }, { ...FILES, "notes.md": "alpha()\n" });
    const result = await s.run({ action: "opened" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "dry_run", "edit-count": "2" } });
    expect(result.summary).toContain("rename-plan plan rename-plan.toml --apply");
    expect(result.annotations).toMatchObject([{ path: "notes.md", line: 1, level: "warning" }]);
    expectNothingWritten(s.double);
  });

  test("fails when the plan is refused", async () => {
    await using s = await fork({ "rename-plan.toml": PLAN.replace("alpha", "nothing") });
    const result = await s.run({ action: "opened" });
    expect(result.failure).toMatch(/refused/);
    expect(result.outputs).toMatchObject({ status: "refused" });
    expect(result.summary).toContain("target/missing");
    expectNothingWritten(s.double);
  });

  test("passes when there is no plan", async () => {
    await using s = await fork({ "new.py": "x = 1\n" });
    const result = await s.run({ action: "opened" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "no_plan" } });
    expect(result.log).not.toBe("");
    expectNothingWritten(s.double);
  });

  test("fails on the label, with the exact command to run", async () => {
    await using s = await fork();
    await s.run({ action: "opened" });
    const result = await s.label("bob");
    expect(result.failure).toMatch(/in a fork/);
    expect(result.outputs).toMatchObject({ status: "denied" });
    expect(`${result.failure}\n${result.summary}`).toContain("rename-plan plan rename-plan.toml --apply");
    expectNothingWritten(s.double);
  });

  test("shows ten remarks of a level, and says how many there are", async () => {
    await using s = await fork(
      { "rename-plan.toml": PLAN },
      { ...FILES, "notes.md": "alpha()\n".repeat(25) },
    );
    const result = await s.run({ action: "opened" });
    expect(result.annotations).toHaveLength(10);
    expect(result.summary).toContain("Only 10 of 25 places are annotated");
  });

  test("is the same one when the fork is deleted meanwhile", async () => {
    await using s = await fork();
    const sha = s.double.head("mallory:topic");
    const result = await s.label("bob", { sha, prepare: () => s.double.deleteFork(1) });
    expect(result.failure).toMatch(/in a fork/);
    expectNothingWritten(s.double);
  });

  test("is not committed to either when its token can write after all", async () => {
    await using s = await fork();
    s.double.setReadOnly(false);
    const head = s.double.head("mallory:topic");
    await s.run({ action: "opened" });
    expect((await s.label("bob")).failure).toMatch(/in a fork/);
    expect(s.double.head("mallory:topic")).toBe(head);
    expect(s.double.requests.filter(({ operation }) => operation.startsWith("git/"))).toEqual([]);
  });
});

describe("a token that may not write, in the repository itself", () => {
  test("does not make a fork of the pull request", async () => {
    await using s = await story();
    s.double.setReadOnly(true);
    const result = await s.run({ action: "opened" });
    expect(result.outputs).toMatchObject({ status: "dry_run" });
    expect(result.summary).not.toMatch(/fork/);
    expectNothingWritten(s.double);
  });

  test("fails on the label, and says which permission is missing", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    s.double.setReadOnly(true);
    const result = await s.label("bob");
    expect(result.failure).toContain("statuses: write");
    expect(s.double.head("topic")).toBe(head);
    expect(s.double.pull(1).labels).toEqual([LABEL]);
  });

  test("gives annotations by workflow command when it may write no check runs", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, { ...FILES, "notes.md": "alpha()\n" });
    s.double.fail({ operation: "checks/create" }, { kind: "status", status: 403 }, Infinity);
    const result = await s.run({ action: "opened" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "dry_run" } });
    expect(result.annotations).toHaveLength(1);
    expect(s.gate()).toBe("pending");
    expect(s.double.comments(1)).toHaveLength(1);
  });
});
