import { describe, expect, test } from "vitest";
import { pullRequestPayload } from "../github/payloads.ts";
import { expectDenied } from "./expect-denied.ts";
import type { JobResult } from "./job.ts";
import { LABEL, RENAMED, story, type Story } from "./story.ts";

const LABELED = { action: "labeled", label: LABEL, sender: "bob" } as const;

/** A report, a label of bob, and the job of its event in hand, to be run whenever and however often. */
async function labeled(
  s: Story,
): Promise<{ readonly head: string; readonly job: (attempt?: number) => Promise<JobResult> }> {
  await s.run({ action: "opened" });
  s.double.clock.advance(5000);
  s.double.label(1, LABEL, "bob");
  const payload = pullRequestPayload(s.double, 1, LABELED);
  const head = s.double.head("topic");
  return { head, job: (attempt = 1) => s.run(LABELED, { payload, sha: head, attempt }) };
}

describe("a push between the review and the label", () => {
  test("makes a label that was put on at the old head approve nothing", async () => {
    await using s = await story();
    const { job } = await labeled(s);
    const pushed = s.double.commit("topic", { "evil.py": "import os\n" });
    expectDenied(s, await job(), {
      why: /put on at .* and the head of the branch is/,
      head: pushed,
      gate: "",
    });
  });

  test("makes a label that was put on at the new head approve nothing, without a report there", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    const pushed = s.double.commit("topic", { "notes.txt": "more\n" });
    expectDenied(s, await s.label("bob"), { why: /no finished report/, head: pushed, gate: "" });
  });
});

describe("a push while the plan is applied", () => {
  test.for([
    ["before the last look", "checks/create", 1, /moved on meanwhile/],
    ["behind the last look", "pulls/get", 2, /could not be moved/],
    ["before the branch is moved", "git/create-commit", 0, /could not be moved/],
  ] as const)("%s stops it", async ([, operation, occurrence, why]) => {
    await using s = await story();
    const { job } = await labeled(s);
    let pushed = "";
    s.double.onRequest({ operation, occurrence }, () => {
      pushed = s.double.commit("topic", { "notes.txt": "more\n" });
    });
    const result = await job();
    expect(result.failure).toMatch(why);
    expect(result.outputs).toMatchObject({ status: "denied" });
    expect(s.double.head("topic")).toBe(pushed);
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.double.statuses.filter(({ state }) => state === "success")).toEqual([]);
    expect(s.double.comments(1)[0]?.body).toContain("Not applied.");
    expect(s.double.problems).toEqual([]);
  });

  test("that throws the old head away is not undone", async () => {
    await using s = await story();
    const { job } = await labeled(s);
    let pushed = "";
    s.double.onRequest({ operation: "git/create-commit" }, () => {
      pushed = s.double.commit("topic", { "notes.txt": "other\n" }, { from: "main" });
    });
    expect((await job()).failure).toMatch(/could not be moved/);
    expect(s.double.head("topic")).toBe(pushed);
  });
});

describe("a labelled run that is run again", () => {
  test("approves nothing after a push", async () => {
    await using s = await story();
    const { job } = await labeled(s);
    const pushed = s.double.commit("topic", { "notes.txt": "more\n" });
    await s.run({ action: "synchronize" });
    expectDenied(s, await job(2), { why: /head of the branch is/, head: pushed });
  });

  test("approves nothing after the label was taken off", async () => {
    await using s = await story();
    const { job, head } = await labeled(s);
    s.double.unlabel(1, LABEL, "bob");
    expectDenied(s, await job(2), { why: /not on the pull request any more/, head });
  });

  test("approves nothing when the label is there by somebody else", async () => {
    await using s = await story();
    s.double.setRole("tom", "triage");
    const { job, head } = await labeled(s);
    s.double.unlabel(1, LABEL, "bob");
    s.double.label(1, LABEL, "tom");
    expectDenied(s, await job(2), { why: /put on by tom/, head });
  });

  test("commits nothing, and opens no gate, after the plan was applied", async () => {
    await using s = await story();
    const { job, head } = await labeled(s);
    expect(await job()).toMatchObject({ failure: null });
    const applied = s.double.head("topic");
    await job(2);
    expect(s.double.head("topic")).toBe(applied);
    expect(s.files()).toEqual(RENAMED);
    expect(s.gate(applied)).toBe("success");
    // The plan is in this commit still: a branch that is set back to it must not find an open gate.
    expect(s.gate(head)).not.toBe("success");
  });

  test("of another event opens no gate at a commit with a plan, after the plan was taken out", async () => {
    await using s = await story();
    const head = s.double.head("topic");
    const payload = pullRequestPayload(s.double, 1, { action: "opened" });
    await s.run({ action: "opened" });
    s.double.commit("topic", {}, { remove: ["rename-plan.toml"] });
    await s.run({ action: "opened" }, { payload, sha: head, attempt: 2 });
    expect(s.gate(head)).not.toBe("success");
  });

  test("gives a report once more, and one comment stays one", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    await s.run({ action: "opened" }, { attempt: 2 });
    expect(s.double.checkRuns).toHaveLength(2);
    expect(s.double.checkRuns.map(({ annotations }) => annotations)).toEqual([[], []]);
    expect(s.double.comments(1)).toHaveLength(1);
    expect(s.gate()).toBe("pending");
  });
});
