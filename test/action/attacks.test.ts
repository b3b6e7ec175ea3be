import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { JobResult } from "./job.ts";
import { FILES, PLAN, story, type Story } from "./story.ts";

/** Refused by the report and by the gate; and the label of a writer changes nothing about it. */
async function expectRefused(s: Story, result: JobResult, why: RegExp): Promise<void> {
  const head = s.double.head("topic");
  expect(result.failure).not.toBeNull();
  expect(result.outputs).toMatchObject({ status: "refused", "safe-to-apply": "false" });
  // Without the escapes of Markdown.
  expect(`${result.failure}\n${result.summary}`.replaceAll("\\", "")).toMatch(why);
  expect(s.gate()).toBe("failure");
  expect((await s.label("bob")).failure).not.toBeNull();
  expect(s.double.head("topic")).toBe(head);
  expect(s.gate()).toBe("failure");
  expect(s.double.requests.filter(({ operation }) => operation.startsWith("git/"))).toEqual([]);
  expect(s.double.problems).toEqual([]);
}

describe("a plan that leaves the repository", () => {
  test.for([
    ["by dots", 'repo_root = "../.."'],
    ["by dots behind a folder", 'repo_root = "pkg/../../.."'],
    ["by an absolute path", 'repo_root = "/etc"'],
    ["into git's own folder", 'repo_root = ".git"'],
    ["to a folder that is not there", 'repo_root = "nowhere"'],
  ] as const)("%s is refused", async ([, line]) => {
    await using s = await story({ "rename-plan.toml": `${line}\n${PLAN}` });
    await expectRefused(s, await s.run({ action: "opened" }), /repo_root/);
  });

  test("by source roots is refused", async () => {
    await using s = await story({ "rename-plan.toml": `source_roots = ["../outside"]\n${PLAN}` });
    await expectRefused(s, await s.run({ action: "opened" }), /source_roots/);
  });

  test("by a link to a folder outside is refused", async () => {
    using outside = temporaryFolder();
    outside.write(FILES);
    await using s = await story(
      { "rename-plan.toml": `repo_root = "out"\n${PLAN}`, out: outside.path },
      FILES,
      {
        topic: { modes: { out: "120000" } },
      },
    );
    await expectRefused(
      s,
      await s.run({ action: "opened" }),
      /repo_root is out, which is no folder here, or a link/,
    );
  });

  test("by being a link to a file outside is refused, and the file is not shown", async () => {
    using outside = temporaryFolder();
    outside.write({ "secret.toml": `${PLAN}# SECRET\n` });
    await using s = await story({ "rename-plan.toml": join(outside.path, "secret.toml") }, FILES, {
      topic: { modes: { "rename-plan.toml": "120000" } },
    });
    const result = await s.run({ action: "opened" });
    await expectRefused(s, result, /no regular file/);
    expect(result.summary + result.log).not.toContain("SECRET");
  });

  test("by a module that is a link to a file outside changes nothing there", async () => {
    using outside = temporaryFolder();
    outside.write({ "m.py": FILES["m.py"] ?? "" });
    await using s = await story({ "rename-plan.toml": PLAN, "m.py": join(outside.path, "m.py") }, FILES, {
      topic: { modes: { "m.py": "120000" } },
    });
    await expectRefused(s, await s.run({ action: "opened" }), /m\b/);
  });
});

test("a plan that would edit a workflow is told so, and is not applied", async () => {
  const path = ".github/workflows/tool.py";
  await using s = await story({ "rename-plan.toml": PLAN }, { ...FILES, [path]: FILES["use.py"] ?? "" });
  await expectRefused(s, await s.run({ action: "opened" }), /\.github\/workflows\/tool\.py/);
  expect(s.double.comments(1).at(-1)?.body).toContain("rename-plan plan");
});

test("a plan file among the workflows is not removed from there", async () => {
  await using s = await story({ ".github/workflows/rename-plan.toml": PLAN });
  await expectRefused(s, await s.run({ action: "opened" }), /\.github\/workflows\/rename-plan\.toml/);
});

describe("a checkout that is not the commit", () => {
  test.for<readonly [string, (workspace: string) => void]>([
    ["a changed file", (at) => writeFileSync(join(at, "m.py"), "def alpha():\n    return 2\n")],
    ["a new module", (at) => writeFileSync(join(at, "late.py"), "import m\nm.alpha()\n")],
    ["a new folder", (at) => mkdirSync(join(at, "new")) ?? writeFileSync(join(at, "new/x.py"), "")],
    ["a new link", (at) => symlinkSync("/etc/passwd", join(at, "late.py"))],
  ])("with %s is refused by a dry run and by an apply", async ([, prepare]) => {
    await using s = await story();
    const result = await s.run({ action: "opened" }, { prepare });
    expect(result.failure).toMatch(/differs from its commit/);
    expect(s.gate()).toBe("error");
    await s.run({ action: "opened" }, { attempt: 2 });
    const head = s.double.head("topic");
    expect((await s.label("bob", { prepare })).failure).toMatch(/differs from its commit/);
    expect(s.double.head("topic")).toBe(head);
    expect(s.gate()).toBe("error");
  });

  test("with another plan than the commit has is refused", async () => {
    await using s = await story();
    const other = PLAN.replace("omega", "sigma");
    const result = await s.run(
      { action: "opened" },
      { prepare: (at) => writeFileSync(join(at, "rename-plan.toml"), other) },
    );
    expect(result.failure).toMatch(/differs from its commit: rename-plan\.toml/);
    expect(s.gate()).toBe("error");
  });
});

describe("more files than GitHub lists", () => {
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`a/${i}.txt`, `${i}\n`]));

  test("are not green, since a plan can be among the rest", async () => {
    await using s = await story({ ...many, "z/rename-plan.toml": PLAN });
    const result = await s.run({ action: "opened" });
    expect(result.failure).toMatch(/changes 3001 files, and GitHub lists only 3000/);
    expect(result.outputs).toMatchObject({ status: "refused" });
    expect(s.gate()).toBe("failure");
  });

  test("are not green either when one plan is seen and applied", async () => {
    const second = PLAN.replaceAll('"m"', '"other"');
    await using s = await story({ ...many, "0/rename-plan.toml": PLAN, "z/rename-plan.toml": second });
    await s.run({ action: "opened" });
    await s.label("bob");
    expect(s.gate()).not.toBe("success");
  });
});
