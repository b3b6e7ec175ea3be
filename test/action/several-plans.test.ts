import { describe, expect, test } from "vitest";
import { FILES, LABEL, PLAN, RENAMED, story } from "./story.ts";

const BASE = {
  "m.py": "def alpha():\n    return 1\n\n\ndef beta():\n    return 2\n",
  "use.py": "import m\n\nprint(m.alpha(), m.beta())\n",
};
const SECOND = PLAN.replace("alpha", "beta").replace("omega", "delta");

describe("several plan files in one pull request", () => {
  test("are one plan: one report, whose entries name their file, and one commit", async () => {
    await using s = await story({ "rename-plan.toml": PLAN, "docs/rename-plan-2.toml": SECOND }, BASE);
    const opened = await s.run({ action: "opened" });
    expect(opened).toMatchObject({
      failure: null,
      outputs: { "edit-count": "4", "plan-files": '["docs/rename-plan-2.toml","rename-plan.toml"]' },
    });
    expect(opened.summary).toContain("docs/rename-plan-2.toml symbols");
    expect(await s.label("bob")).toMatchObject({ failure: null });
    expect(s.files()).toEqual({
      "m.py": "def omega():\n    return 1\n\n\ndef delta():\n    return 2\n",
      "use.py": "import m\n\nprint(m.omega(), m.delta())\n",
    });
    expect(s.double.git(["log", "-1", "--format=%B", "topic"]).match(/^Rename-Plan: /gm)).toHaveLength(2);
  });

  test("are refused together when one of them is", async () => {
    await using s = await story({ "rename-plan.toml": PLAN, "b/rename-plan.json": "{" }, BASE);
    const result = await s.run({ action: "opened" });
    expect(result.failure).toMatch(/refused/);
    expect(result.summary).toContain("b/rename-plan.json");
    expect(s.gate()).toBe("failure");
  });

  test("are refused when two rename the same thing", async () => {
    await using s = await story(
      { "rename-plan.toml": PLAN, "b/rename-plan.toml": PLAN.replace("omega", "sigma") },
      BASE,
    );
    const result = await s.run({ action: "opened" });
    expect(result.failure).toMatch(/refused/);
    expect(result.summary).toMatch(/are both about m:(?:<!-- -->)?alpha/);
    expect(s.gate()).toBe("failure");
  });

  test("are seen anew when one comes by a later push: the label approves only what was reported", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, BASE);
    await s.run({ action: "opened" });
    s.double.label(1, LABEL, "bob");
    s.double.commit("topic", { "b/rename-plan.toml": SECOND });
    expect(await s.run({ action: "synchronize" })).toMatchObject({ outputs: { "edit-count": "4" } });
    expect(s.double.pull(1).labels).toEqual([]);
    expect(s.gate()).toBe("pending");
  });
});

describe("a plan in a folder", () => {
  test("is about the repository, unless it says otherwise", async () => {
    await using s = await story({ "plans/2026/rename-plan-x.toml": PLAN });
    await s.run({ action: "opened" });
    expect(await s.label("bob")).toMatchObject({ failure: null });
    expect(s.files()).toEqual(RENAMED);
  });

  test("that names its own folder as the root leaves the others alone", async () => {
    const sub = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`sub/${path}`, text]));
    const renamed = Object.fromEntries(Object.entries(RENAMED).map(([path, text]) => [`sub/${path}`, text]));
    const note = { "sub/notes.md": "alpha()\n" };
    await using s = await story(
      { "sub/rename-plan.toml": `repo_root = "."\n${PLAN}` },
      { ...FILES, ...sub, ...note },
      { python: 2 },
    );
    const opened = await s.run({ action: "opened" });
    expect(opened).toMatchObject({ failure: null, outputs: { "file-count": "2" } });
    expect(s.double.checkRuns[0]?.annotations).toMatchObject([{ path: "sub/notes.md" }]);
    expect(await s.label("bob")).toMatchObject({ failure: null });
    expect(s.files()).toEqual({ ...FILES, ...renamed, ...note });
  });
});
