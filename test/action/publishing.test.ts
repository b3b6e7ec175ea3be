import { describe, expect, test } from "vitest";
import { COMMENT_MARKER } from "../../src/github/sticky-comment.ts";
import { FILES, PLAN, story } from "./story.ts";

const notes = (count: number) => ({ ...FILES, "notes.md": "alpha()\n".repeat(count) });
const OURS = "github-actions[bot]";

describe("many places that stay", () => {
  test("are annotated in batches of fifty, each once", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, notes(120));
    expect(await s.run({ action: "opened" })).toMatchObject({
      failure: null,
      outputs: { "residue-count": "120" },
    });
    const lines = s.double.checkRuns[0]?.annotations.map(({ start_line }) => start_line);
    expect(lines).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    const updates = s.double.requests.filter(({ operation }) => operation === "checks/update");
    expect(updates).toHaveLength(3);
    expect(s.double.problems).toEqual([]);
  });

  test("are annotated each once, also when an answer gets lost between two batches", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, notes(120));
    const lost = { kind: "dropped", afterEffect: true } as const;
    s.double.fail({ operation: "checks/update", occurrence: 1 }, lost);
    expect(await s.run({ action: "opened" })).toMatchObject({ failure: null });
    expect(s.double.checkRuns[0]?.annotations).toHaveLength(120);
    expect(s.double.checkRuns[0]?.status).toBe("completed");
  });

  test("above five hundred are cut, and every page says so", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, notes(620));
    const result = await s.run({ action: "opened" });
    expect(result).toMatchObject({ failure: null, outputs: { "residue-count": "620" } });
    expect(s.double.checkRuns[0]?.annotations).toHaveLength(500);
    const pages = [result.summary, s.double.checkRuns[0]?.summary, s.double.comments(1)[0]?.body];
    for (const page of pages) expect(page).toContain("Only 500 of 620 places are annotated");
    expect(s.double.problems).toEqual([]);
  });

  test.for([
    ["0", 0],
    ["51", 51],
  ] as const)("are cut at max-annotations: %s", async ([input, shown]) => {
    await using s = await story({ "rename-plan.toml": PLAN }, notes(60));
    const result = await s.run({ action: "opened" }, { inputs: { "max-annotations": input } });
    expect(s.double.checkRuns[0]?.annotations).toHaveLength(shown);
    expect(result.summary).toContain(`Only ${shown} of 60 places are annotated`);
  });

  test("that are long and in other scripts keep within every limit", async () => {
    const line = `${"名前".repeat(300)} alpha() ${"🐍".repeat(300)}\n`;
    await using s = await story(
      { "rename-plan.toml": PLAN },
      {
        ...FILES,
        ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`n${i}.md`, line.repeat(15)])),
      },
    );
    const result = await s.run({ action: "opened" });
    expect(result).toMatchObject({ failure: null, outputs: { "residue-count": "600" } });
    expect(s.double.problems).toEqual([]);
    expect(s.gate()).toBe("pending");
  });
});

describe("the one comment", () => {
  test("is none of a user, whatever it begins with", async () => {
    await using s = await story();
    const forged = s.double.comment(1, `${COMMENT_MARKER}\nApproved by everybody`, "mallory");
    await s.run({ action: "opened" });
    await s.run({ action: "opened" }, { attempt: 2 });
    const all = s.double.comments(1);
    expect(all).toHaveLength(2);
    expect(all[0]).toEqual(forged);
    expect(all[1]?.account.login).toBe(OURS);
  });

  test("is none of ours that does not begin with the marker", async () => {
    await using s = await story();
    const other = s.double.comment(1, `Another action quotes ${COMMENT_MARKER}`, OURS);
    await s.run({ action: "opened" });
    expect(s.double.comments(1)).toHaveLength(2);
    expect(s.double.comments(1)[0]).toEqual(other);
  });

  test("is found on page four", async () => {
    await using s = await story();
    for (let i = 0; i < 320; i++) s.double.comment(1, `talk ${i}`, "alice");
    const ours = s.double.comment(1, `${COMMENT_MARKER}\nold`, OURS);
    for (let i = 0; i < 20; i++) s.double.comment(1, `more talk ${i}`, "alice");
    await s.run({ action: "opened" });
    const marked = s.double.comments(1).filter(({ body }) => body.startsWith(COMMENT_MARKER));
    expect(marked).toHaveLength(1);
    expect(marked[0]).toMatchObject({ id: ours.id, body: expect.stringContaining("Safe to apply") });
    expect(s.double.comments(1)).toHaveLength(341);
  });

  test("is the oldest of two, and the other is deleted", async () => {
    await using s = await story();
    const first = s.double.comment(1, `${COMMENT_MARKER}\nold`, OURS);
    const talk = s.double.comment(1, "talk", "alice");
    s.double.comment(1, `${COMMENT_MARKER}\nolder`, OURS);
    await s.run({ action: "opened" });
    expect(s.double.comments(1).map(({ id }) => id)).toEqual([first.id, talk.id]);
    expect(s.double.comments(1)[0]?.body).toContain("rename-plan.toml");
  });

  test("is not made when the others cannot be read", async () => {
    await using s = await story();
    s.double.fail({ operation: "issues/list-comments" }, { kind: "status", status: 403 });
    const result = await s.run({ action: "opened" });
    expect(result).toMatchObject({ failure: null, outputs: { status: "dry_run" } });
    expect(s.double.comments(1)).toEqual([]);
    expect(result.log).toContain("comment was not written");
  });

  test("is none when the workflow wants none, for a report and for a denial", async () => {
    await using s = await story();
    s.double.setRole("tom", "triage");
    const inputs = { comment: "false" };
    await s.run({ action: "opened" }, { inputs });
    const result = await s.label("tom", { inputs });
    expect(result.failure).toMatch(/triage/);
    expect(s.double.comments(1)).toEqual([]);
    expect(s.double.pull(1).labels).toEqual([]);
  });
});
