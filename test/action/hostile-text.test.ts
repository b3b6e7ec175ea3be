import { describe, expect, test } from "vitest";
import { tell } from "../../src/action/tell.ts";
import type { JobResult } from "./job.ts";
import { FILES, PLAN, RENAMED, story, type Story } from "./story.ts";

/** A runner takes a line that starts with `::`, and `##[` anywhere, for a command. */
const COMMAND = /^\s*::|##\[/m;

/** What a path with a line break must never make of a page: a line of its own. */
const RAW = /^(?:::|@everyone|<script|# owned)/m;

/** Neither a command to the runner nor markup of its own in all that people and the runner read. */
function expectHarmless(s: Story, result: JobResult): void {
  expect(result.log).not.toMatch(COMMAND);
  expect(tell(result.failure ?? "")).not.toMatch(COMMAND);
  const pages = [
    result.summary,
    ...s.double.comments(1).map(({ body }) => body),
    ...s.double.checkRuns.flatMap(({ title, summary }) => [title ?? "", summary ?? ""]),
  ];
  for (const page of pages) expect(page).not.toMatch(RAW);
  for (const { description } of s.double.statuses) expect(description).not.toMatch(/\n|\r|##\[/);
  expect(s.double.problems).toEqual([]);
}

describe("a plan whose name is a command", () => {
  const path = "rename-plan\n::error::owned.toml";

  test("is tried, applied and removed, and says nothing to the runner", async () => {
    await using s = await story({ [path]: PLAN });
    const opened = await s.run({ action: "opened" });
    expect(opened).toMatchObject({ failure: null, outputs: { status: "dry_run" } });
    expectHarmless(s, opened);
    const labeled = await s.label("bob");
    expect(labeled).toMatchObject({ failure: null, outputs: { status: "applied" } });
    expectHarmless(s, labeled);
    expect(s.files()).toEqual(RENAMED);
  });

  test("is refused as quietly", async () => {
    await using s = await story({ [path]: "version = 1\n::set-output name=x::y\n" });
    const result = await s.run({ action: "opened" });
    expect(result.failure).not.toBeNull();
    expectHarmless(s, result);
    expect(s.gate()).toBe("failure");
  });

  test("is kept as quietly", async () => {
    await using s = await story({ [path]: PLAN });
    const inputs = { "after-apply": "keep" };
    await s.run({ action: "opened" }, { inputs });
    expect(await s.label("bob", { inputs })).toMatchObject({ failure: null });
    const again = await s.run({ action: "synchronize" }, { inputs });
    expect(again).toMatchObject({ failure: null });
    expectHarmless(s, again);
    expect(s.gate()).toBe("success");
  });

  test("is as quiet in a merge queue, among the workflows, and as a link", async () => {
    const hidden = ".github/workflows/rename-plan\n::error::a.toml";
    await using s = await story({ [hidden]: PLAN });
    const result = await s.run({ action: "opened" });
    expect(result.failure).toMatch(/workflows/);
    expectHarmless(s, result);
    await using link = await story({ [path]: "/etc/passwd" }, FILES, {
      topic: { modes: { [path]: "120000" } },
    });
    const refused = await link.run({ action: "opened" });
    expect(refused.failure).not.toBeNull();
    expectHarmless(link, refused);
  });
});

describe("residue in files whose names are commands", () => {
  const names = [
    "notes\n::set-output name=x::y.md",
    "a\r\n::error file=m.py::owned.md",
    "b ##[error]owned.md",
    "c\n@everyone <script>alert(1)</script> `x`.md",
    "d\u202e\u0007.md",
    "e\n# owned.md",
    "%0A::error::f,g:h.md",
  ];
  const base = {
    ...FILES,
    ...Object.fromEntries(names.map((name) => [name, "alpha()\n::error::alpha()\n"])),
  };

  test("is reported with the paths as they are, and escaped on every page", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, base);
    const result = await s.run({ action: "opened" });
    expect(result.outputs).toMatchObject({ status: "dry_run" });
    expectHarmless(s, result);
    const annotated = s.double.checkRuns[0]?.annotations.map((annotation) => annotation.path) ?? [];
    expect(new Set(annotated)).toEqual(new Set(names));
    const labeled = await s.label("bob");
    expect(labeled).toMatchObject({ failure: null });
    expectHarmless(s, labeled);
  });

  test("is as harmless where workflow commands have to do", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, base, {
      pull: { head: "mallory:topic", author: "mallory" },
    });
    s.double.setReadOnly(true);
    const result = await s.run({ action: "opened" });
    expect(result.annotations.length).toBeGreaterThan(0);
    expectHarmless(s, result);
  });
});

test("names in Python and texts of the plan are no markup", async () => {
  const plan = `${PLAN}# @everyone\n[[symbols]]\nmodule = "m"\nname = "<script>alert(1)</script> @everyone\\n::error::x"\nnew_name = "b"\n`;
  await using s = await story({ "rename-plan.toml": plan });
  const result = await s.run({ action: "opened" });
  expect(result.failure).not.toBeNull();
  expectHarmless(s, result);
  for (const page of [result.summary, s.double.comments(1)[0]?.body ?? ""]) {
    // What stands in a code block is text.
    expect(page.replaceAll(/```[^]*?```/g, "")).not.toMatch(/<script>|@everyone/);
  }
});
