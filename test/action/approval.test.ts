import { describe, expect, test } from "vitest";
import { writeAttemptId } from "../../src/action/attempt-id.ts";
import { fields } from "../github/fields.ts";
import { actionsIdentity } from "../github/identity.ts";
import type { Role } from "../github/people.ts";
import { expectDenied } from "./expect-denied.ts";
import { FILES, LABEL, PLAN, RENAMED, story } from "./story.ts";

describe("who puts the label on", () => {
  test.for<readonly [string, Role | null, RegExp]>([
    ["tom", "triage", /tom has the role "triage"/],
    ["rita", "read", /rita has the role "read"/],
    ["nora", "none", /nora has the role "none"/],
    ["stranger", null, /stranger .* could not be found out/],
    ["deploy[bot]", "admin", /deploy\[bot\] is no person/],
    ["github-actions[bot]", "write", /is no person/],
  ])("%s with the role %s approves nothing", async ([login, role, why]) => {
    await using s = await story();
    if (role !== null) s.double.setRole(login, role);
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    expectDenied(s, await s.label(login), { why, head });
  });

  test.for<readonly [string, Role]>([
    ["ada", "admin"],
    ["max", "maintain"],
    ["cleo", "custom:release manager"],
  ])("%s with the role %s approves", async ([login, role]) => {
    await using s = await story();
    s.double.setRole(login, role);
    await s.run({ action: "opened" });
    expect(await s.label(login)).toMatchObject({ failure: null, outputs: { status: "applied" } });
    expect(s.double.git(["log", "-1", "--format=%B", "topic"])).toContain(
      `Rename-Plan-Approved-By: ${login}`,
    );
  });
});

describe("which label, and when", () => {
  test("another label asks for nothing, also when ours is there", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    s.double.label(1, LABEL, "bob");
    s.double.label(1, "bug", "bob");
    const before = s.double.requests.length;
    const result = await s.run({ action: "labeled", label: "bug", sender: "bob" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "skipped" } });
    expect(s.double.requests).toHaveLength(before);
  });

  test("a label is the same whatever its case", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    s.double.clock.advance(5000);
    s.double.label(1, LABEL.toUpperCase(), "bob");
    const result = await s.run({ action: "labeled", label: LABEL.toUpperCase(), sender: "bob" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "applied" } });
  });

  test("a label that is taken off again before the job runs approves nothing", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    const result = await s.label("bob", {
      prepare: () => s.double.unlabel(1, LABEL, "alice"),
    });
    expectDenied(s, result, { why: /not on the pull request any more/, head });
  });

  test("a label that is taken off during the apply approves nothing", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    s.double.onRequest({ operation: "checks/create", occurrence: 1 }, () =>
      s.double.unlabel(1, LABEL, "alice"),
    );
    const result = await s.label("bob");
    expect(result).toMatchObject({ failure: expect.stringMatching(/taken off/) });
    expect(s.double.head("topic")).toBe(head);
    expect(s.gate()).toBe("pending");
  });

  test("a label that was put on before the report was finished approves nothing", async () => {
    await using s = await story();
    s.double.label(1, LABEL, "bob");
    s.double.clock.advance(5000);
    // So that the label stays.
    s.double.fail({ operation: "issues/remove-label" }, { kind: "status", status: 422 });
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    const result = await s.run({ action: "labeled", label: LABEL, sender: "bob" });
    expectDenied(s, result, { why: /before the report was finished/, head });
  });

  test("a label without any report approves nothing", async () => {
    await using s = await story();
    const head = s.double.head("topic");
    expectDenied(s, await s.label("bob"), { why: /no finished report/, head, gate: "" });
  });

  test("a label is taken off by a push, and the reason is told", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    s.double.label(1, LABEL, "bob");
    s.double.commit("topic", { "notes.txt": "more\n" });
    const result = await s.run({ action: "synchronize" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "dry_run" } });
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.gate()).toBe("pending");
    expect(s.double.comments(1)[0]?.body).toContain("The label was removed.");
    expect(s.double.checkRuns.at(-1)?.summary).toContain("The label was removed.");
  });

  test("a pull request that is opened with the label loses it, and the label's own event approves nothing", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, FILES, { pull: { labels: [LABEL] } });
    const head = s.double.head("topic");
    const early = await s.run({ action: "labeled", label: LABEL });
    expectDenied(s, early, { why: /no finished report/, head, gate: "" });
    s.double.label(1, LABEL, "alice");
    expect(await s.run({ action: "opened" })).toMatchObject({ failure: null });
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.gate()).toBe("pending");
  });
});

describe("what the label approves", () => {
  test("nothing where the report at the head refuses", async () => {
    const taken = { ...FILES, "m.py": `${FILES["m.py"] ?? ""}\n\ndef omega():\n    return 2\n` };
    await using s = await story({ "rename-plan.toml": PLAN }, taken);
    expect((await s.run({ action: "opened" })).failure).toMatch(/refused/);
    const head = s.double.head("topic");
    const result = await s.label("bob");
    expectDenied(s, result, { why: /report at this commit refuses the plan/, head, gate: "failure" });
  });

  test("nothing when the dry run comes to another report now", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    const [planDigest = ""] = s.double.checkRuns[0]?.external_id?.split(":") ?? [];
    const id = { planDigest, headSha: head, attempt: "7.1", reportDigest: "e".repeat(64) };
    s.double.clock.advance(2000);
    s.double.world.checks.create(
      fields({
        name: "rename-plan residue",
        head_sha: head,
        status: "completed",
        conclusion: "neutral",
        external_id: writeAttemptId(id),
      }),
      actionsIdentity(),
    );
    const result = await s.label("bob");
    expect(result).toMatchObject({
      failure: expect.stringMatching(/another report now/),
      outputs: { status: "denied" },
    });
    expect(s.double.head("topic")).toBe(head);
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.gate()).toBe("pending");
    expect(s.double.comments(1)[0]?.body).toContain("another report now");
    // The new report has been seen by now.
    expect(await s.label("bob")).toMatchObject({ failure: null, outputs: { status: "applied" } });
    expect(s.files()).toEqual(RENAMED);
  });
});
