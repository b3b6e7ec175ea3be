import { describe, expect, test } from "vitest";
import { mergeGroupPayload } from "../github/payloads.ts";
import { appliedMessage } from "./applied-message.ts";
import type { JobResult } from "./job.ts";
import { FILES, PLAN, RENAMED, story, type Story } from "./story.ts";

const REMOVE = { remove: ["rename-plan.toml"] };

/** The gate of the merge group that pull request 1 makes, with the failure that it says. */
async function queued(s: Story, inputs: Readonly<Record<string, string>> = {}): Promise<JobResult> {
  const payload = mergeGroupPayload(s.double, s.double.queue(1));
  const sha = payload.merge_group.head_sha;
  const result = await s.run({ action: "opened" }, { eventName: "merge_group", payload, sha, inputs });
  expect(s.gate(sha)).toMatch(result.failure === null ? /^success$/ : /^(failure|error)$/);
  expect(s.double.problems).toEqual([]);
  return result;
}

describe("a merge queue lets through", () => {
  test("what has nothing to do with plans, with two requests", async () => {
    await using s = await story({ "new.py": "x = 1\n" });
    expect((await queued(s)).failure).toBeNull();
    expect(s.double.requests.map(({ operation }) => operation)).toEqual([
      "repos/compare-commits-with-basehead",
      "repos/create-commit-status",
    ]);
  });

  test("a plan that was applied and removed", async () => {
    await using s = await story();
    const message = appliedMessage(s.double.head("topic"), "rename-plan.toml", PLAN);
    s.double.commit("topic", RENAMED, { ...REMOVE, message });
    expect((await queued(s)).failure).toBeNull();
  });

  test("a plan that was applied and kept, also when a squash has lost what the commit said", async () => {
    await using s = await story({ "rename-plan.toml": PLAN, ...RENAMED });
    expect((await queued(s, { "after-apply": "keep" })).failure).toBeNull();
  });

  test("a plan that lies on main already", async () => {
    await using s = await story({ "new.py": "x = 1\n" }, { ...FILES, "rename-plan.toml": PLAN });
    expect((await queued(s)).failure).toBeNull();
  });
});

describe("a merge queue stops", () => {
  test("a plan that was not applied", async () => {
    await using s = await story();
    expect((await queued(s)).failure).toMatch(/rename-plan\.toml is in the queue and was not applied/);
  });

  test("a plan that is refused, and that a commit says was applied", async () => {
    await using s = await story({ "rename-plan.toml": "version = 1\n[[symbols]]\n" });
    const text = "version = 1\n[[symbols]]\n";
    s.double.commit(
      "topic",
      { "n.txt": "n\n" },
      {
        message: appliedMessage(s.double.head("topic"), "rename-plan.toml", text),
      },
    );
    expect((await queued(s)).failure).not.toBeNull();
  });

  test("a plan of another kind, and that a commit says was applied", async () => {
    const text = 'version = 1\n\n[[modules]]\nold = "m"\nnew = "n"\n';
    await using s = await story({ "rename-plan.toml": text });
    s.double.commit(
      "topic",
      { "n.txt": "n\n" },
      {
        message: appliedMessage(s.double.head("topic"), "rename-plan.toml", text),
      },
    );
    expect((await queued(s)).failure).not.toBeNull();
  });

  test("a plan that was not applied, and that a commit says was applied", async () => {
    await using s = await story();
    s.double.commit(
      "topic",
      { "n.txt": "n\n" },
      {
        message: appliedMessage(s.double.head("topic"), "rename-plan.toml", PLAN),
      },
    );
    expect((await queued(s)).failure).toMatch(/rename-plan\.toml is in the queue and was not applied/);
  });

  test("a plan that a commit says was applied, and that is not where it says", async () => {
    await using s = await story();
    const message = appliedMessage(s.double.head("main"), "rename-plan.toml", PLAN);
    s.double.commit("topic", RENAMED, { ...REMOVE, message });
    expect((await queued(s)).failure).toMatch(/cannot be read/);
  });

  test("a plan that is a link, or no text", async () => {
    await using s = await story({ "rename-plan.toml": "m.py" }, FILES, {
      topic: { modes: { "rename-plan.toml": "120000" } },
    });
    expect((await queued(s)).failure).toMatch(/no regular file/);
  });

  test("a checkout of another commit", async () => {
    await using s = await story({ "new.py": "x = 1\n" });
    const payload = mergeGroupPayload(s.double, s.double.queue(1));
    const result = await s.run({ action: "opened" }, { eventName: "merge_group", payload });
    expect(result.failure).toMatch(/checkout is not at/);
    expect(s.gate(payload.merge_group.head_sha)).toBe("failure");
  });
});
