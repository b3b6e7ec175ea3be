import { describe, expect, test } from "vitest";
import { pullRequestPayload } from "../github/payloads.ts";
import { FILES, LABEL, PLAN, RENAMED, story } from "./story.ts";

describe("an event that is refused", () => {
  test.for(["pull_request_target", "workflow_run", "issue_comment", "push", "schedule"])(
    "%s asks GitHub nothing and writes nothing",
    async (eventName) => {
      await using s = await story();
      const result = await s.run({ action: "opened" }, { eventName });
      expect(result.failure).toMatch(new RegExp(`The event ${eventName} is refused`));
      expect(result.outputs).toMatchObject({ status: "refused", "safe-to-apply": "false" });
      expect(s.double.requests).toEqual([]);
    },
  );

  test.for(["edited", "closed"] as const)("the activity %s as well", async (action) => {
    await using s = await story();
    expect((await s.run({ action })).failure).toMatch(new RegExp(`"${action}"`));
    expect(s.double.requests).toEqual([]);
  });

  test("a label taken off is none, and asks for nothing", async () => {
    await using s = await story();
    const result = await s.run({ action: "unlabeled", label: LABEL, sender: "bob" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "skipped" } });
    expect(s.double.requests).toEqual([]);
  });
});

describe("a pull request", () => {
  test("that is closed gets nothing, whatever happens to it", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    s.double.close(1, "alice");
    const head = s.double.head("topic");
    const statuses = s.double.statuses.length;
    expect(await s.run({ action: "synchronize" })).toMatchObject({ failure: null });
    expect(await s.label("bob")).toMatchObject({ failure: null, outputs: { status: "skipped" } });
    expect(s.double.head("topic")).toBe(head);
    expect(s.double.statuses).toHaveLength(statuses);
  });

  test("that is closed during the apply is left alone", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    s.double.onRequest({ operation: "checks/create", occurrence: 1 }, () => s.double.close(1, "alice"));
    expect((await s.label("bob")).failure).toMatch(/closed meanwhile/);
    expect(s.double.head("topic")).toBe(head);
    expect(s.gate()).toBe("pending");
  });

  test("that is a draft is tried and applied as any other", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, FILES, { pull: { draft: true } });
    expect(await s.run({ action: "opened" })).toMatchObject({ failure: null });
    expect(s.gate()).toBe("pending");
    expect(await s.label("bob")).toMatchObject({ failure: null, outputs: { status: "applied" } });
    expect(s.files()).toEqual(RENAMED);
  });

  test.for(["dependabot[bot]", "renovate[bot]"])("of %s is tried, and never committed to", async (author) => {
    await using s = await story({ "rename-plan.toml": PLAN }, FILES, { pull: { author } });
    expect(await s.run({ action: "opened" })).toMatchObject({ failure: null });
    const head = s.double.head("topic");
    const result = await s.label("bob");
    expect(result.failure).toMatch(/rewrites this branch/);
    expect(result.outputs).toMatchObject({ status: "denied" });
    expect(s.double.head("topic")).toBe(head);
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.gate()).toBe("pending");
  });

  test("that gets its plan by a later push is open until then", async () => {
    await using s = await story({ "new.py": "x = 1\n" }, FILES);
    await s.run({ action: "opened" });
    expect(s.gate()).toBe("success");
    s.double.commit("topic", { "rename-plan.toml": PLAN });
    expect(s.gate()).toBe("");
    expect(await s.run({ action: "synchronize" })).toMatchObject({ failure: null });
    expect(s.gate()).toBe("pending");
  });
});

describe("a checkout", () => {
  test.for(["opened", "labeled"] as const)(
    "of the test merge is refused on %s, with the line to write",
    async (action) => {
      await using s = await story();
      s.double.commit("main", { "notes.txt": "main went on\n" });
      await s.run({ action: "opened" });
      const head = s.double.head("topic");
      const event = action === "opened" ? { action } : { action, label: LABEL, sender: "bob" };
      if (action === "labeled") s.double.label(1, LABEL, "bob");
      const merge = pullRequestPayload(s.double, 1, event).pull_request.merge_commit_sha;
      const result = await s.run(event, { sha: merge });
      expect(result.failure).toContain("`ref: ${{ github.event.pull_request.head.sha }}`");
      expect(result.outputs).toMatchObject({ status: "refused" });
      expect(s.gate()).toBe("failure");
      expect(s.double.head("topic")).toBe(head);
    },
  );

  test("that is missing is refused where there is a plan, with the step to add", async () => {
    await using s = await story();
    expect((await s.run({ action: "opened" }, { sha: null })).failure).toContain("actions/checkout");
    expect(s.gate()).toBe("failure");
    await using none = await story({ "new.py": "x = 1\n" });
    expect((await none.run({ action: "opened" }, { sha: null })).failure).toBeNull();
    expect(none.gate()).toBe("success");
  });
});
