import { describe, expect, test } from "vitest";
import { appliedMessage } from "./applied-message.ts";
import { PLAN, RENAMED, story, type Story } from "./story.ts";

const inputs = { "after-apply": "keep" };

/** The plan, applied and kept. */
async function kept(): Promise<Story> {
  const s = await story();
  await s.run({ action: "opened" }, { inputs });
  expect(await s.label("bob", { inputs })).toMatchObject({ failure: null, outputs: { status: "applied" } });
  return s;
}

describe("a plan that is kept when it was applied", () => {
  test("stays in the commit, whose gate is open", async () => {
    await using s = await kept();
    expect(s.files()).toEqual({ ...RENAMED, "rename-plan.toml": PLAN });
    expect(s.gate()).toBe("success");
  });

  test("is known for applied by the next push, without a new plan to approve", async () => {
    await using s = await kept();
    s.double.commit("topic", { "notes.txt": "more\n" });
    const result = await s.run({ action: "synchronize" }, { inputs });
    expect(result.failure).toBeNull();
    expect(result.log).toContain("Applied already: rename-plan.toml");
    expect(s.gate()).toBe("success");
  });

  test("commits nothing more when the label comes again", async () => {
    await using s = await kept();
    const head = s.double.head("topic");
    await s.label("bob", { inputs });
    expect(s.double.head("topic")).toBe(head);
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.gate()).toBe("success");
  });

  test("is tried again when its text has changed", async () => {
    await using s = await kept();
    s.double.commit("topic", {
      "rename-plan.toml": PLAN.replace("alpha", "omega").replace(/omega"$/m, 'sigma"'),
    });
    await s.run({ action: "synchronize" }, { inputs });
    expect(s.gate()).not.toBe("success");
  });

  test("is tried again when an old name has come back to its module", async () => {
    await using s = await kept();
    s.double.commit("topic", { "m.py": "def alpha():\n    return 1\n" });
    await s.run({ action: "synchronize" }, { inputs });
    expect(s.gate()).not.toBe("success");
  });
});

test("a commit that only says that it applied a plan is not believed", async () => {
  await using s = await story();
  const message = appliedMessage(s.double.head("topic"), "rename-plan.toml", PLAN);
  s.double.commit("topic", { "notes.txt": "more\n" }, { message });
  const result = await s.run({ action: "synchronize" }, { inputs });
  expect(result.outputs).toMatchObject({ status: "dry_run", "edit-count": "2" });
  expect(s.gate()).toBe("pending");
});

test("a plan that was never applied, and whose names are gone, is refused", async () => {
  await using s = await story();
  s.double.commit("topic", RENAMED);
  expect((await s.run({ action: "synchronize" }, { inputs })).failure).toMatch(/refused/);
  expect(s.gate()).toBe("failure");
});
