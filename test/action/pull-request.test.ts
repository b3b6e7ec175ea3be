import { describe, expect, test } from "vitest";
import { FILES, RENAMED, story } from "./story.ts";

describe("a pull request", () => {
  test("with a plan gets a report, and on the label of a writer one commit (CARD-1, CARD-2)", async () => {
    await using s = await story();
    const head = s.double.head("topic");
    expect(await s.run({ action: "opened" })).toMatchObject({
      failure: null,
      outputs: { status: "dry_run", "edit-count": "2" },
    });
    expect(s.gate()).toBe("pending");
    expect(await s.label("bob")).toMatchObject({ failure: null, outputs: { status: "applied" } });
    expect(s.files()).toEqual(RENAMED);
    expect(s.double.git(["rev-parse", "topic^"]).trim()).toBe(head);
    expect(s.gate()).toBe("success");
    expect(s.double.problems).toEqual([]);
  });

  test("without a plan gets a green gate at once, with three requests", async () => {
    await using s = await story({ "new.py": "x = 1\n" });
    expect(await s.run({ action: "opened" })).toMatchObject({
      failure: null,
      outputs: { status: "no_plan" },
    });
    expect(s.gate()).toBe("success");
    expect(s.double.requests.map(({ operation }) => operation)).toEqual([
      "pulls/get",
      "pulls/list-files",
      "repos/create-commit-status",
    ]);
  });

  test("is not changed by the label of somebody who may only triage", async () => {
    await using s = await story();
    s.double.setRole("tom", "triage");
    await s.run({ action: "opened" });
    const labeled = await s.label("tom");
    expect(labeled.failure).toMatch(/tom has the role "triage"/);
    expect(s.files()).toMatchObject(FILES);
    expect(s.gate()).toBe("pending");
    expect(s.double.pull(1).labels).toEqual([]);
  });
});
