import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRoot } from "../../src/cli/find-root.ts";

let base = "";

/** base/repo is a git repository with a sub-folder and links; base/plain is none. */
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-root-")));
  for (const folder of ["repo/sub/deep", "repo/plans", "repo/nested", "other", "plain/sub"]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  for (const repo of ["repo", "repo/nested"])
    execFileSync("git", ["init", "--quiet"], { cwd: join(base, repo) });
  symlinkSync("../other", join(base, "repo/out"));
  symlinkSync("sub", join(base, "repo/in"));
  symlinkSync("repo/sub", join(base, "entry"));
  writeFileSync(join(base, "repo/file"), "");
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function find(folder: string, inPlan: string | null, explicit: string | null = null) {
  return findRoot({ explicit, inPlan, folder: realpathSync(join(base, folder)), cwd: base });
}

describe("the repository root", () => {
  test.each([
    ["the git top level of the plan's folder", "repo/plans", null, null, "repo"],
    ["the innermost repository", "repo/nested", null, null, "repo/nested"],
    ["the plan's folder where there is no git", "plain/sub", null, null, "plain/sub"],
    ["the plan's repo_root", "repo/plans", "..", null, "repo"],
    ["a sub-folder that the plan names", "repo/plans", "../sub", null, "repo/sub"],
    ["a link that stays inside", "repo", "in/deep", null, "repo/sub/deep"],
    ["a plan reached through a link", "entry", "..", null, "repo"],
    ["the plan's folder itself, without git", "plain", ".", null, "plain"],
    ["a folder below it, without git", "plain", "sub", null, "plain/sub"],
    ["--repo-root over the plan's", "repo/plans", "../sub", "repo", "repo"],
    ["--repo-root where the plan's cannot be used", "repo/plans", "../nowhere", "repo", "repo"],
    ["--repo-root for a plan from elsewhere", "plain", null, "repo", "repo"],
    ["--repo-root that is no top level", "plain", null, "repo/sub", "repo/sub"],
    ["--repo-root through a link", "plain", null, "entry", "repo/sub"],
  ])("is %s (REQ-109-201)", async (_, folder, inPlan, explicit, root) => {
    expect(await find(folder, inPlan, explicit)).toEqual({ ok: true, root: join(base, root) });
  });

  test.each([
    ["outside the git top level", "repo/plans", "../..", null, "outside the git repository of the plan"],
    [
      "beside it, with its name as a prefix",
      "repo",
      "../repository",
      null,
      "there is no such file or folder",
    ],
    ["absolute and outside", "repo", "/", null, "outside the git repository of the plan"],
    ["outside through a link", "repo", "out", null, "outside the git repository of the plan"],
    ["outside the innermost repository", "repo/nested", "..", null, "outside the git repository of the plan"],
    ["above the plan, without git", "plain/sub", "..", null, "outside the plan's folder"],
    ["missing", "repo", "nowhere", null, "there is no such file or folder"],
    ["a file", "repo", "file", null, "is no folder"],
    ["missing, by option", "repo", null, "nowhere", "--repo-root nowhere cannot be used"],
    ["a file, by option", "repo", null, "repo/file", "--repo-root repo/file is no folder"],
  ])("is refused when it is %s (REQ-109-201)", async (_, folder, inPlan, explicit, message) => {
    const found = await find(folder, inPlan, explicit);
    expect(found).toMatchObject({ ok: false, conflict: { code: "plan/root", entry: "" } });
    expect(found.ok ? "" : found.conflict.message).toContain(message);
  });
});
