import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { gitEnvironment } from "./git-environment.ts";
import { githubDouble } from "./github-double.ts";

/** Git as a job runs it; asynchronous, because the server lives in this process. */
async function run(cwd: string, token: string | null, ...args: readonly string[]): Promise<string> {
  const header = `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const config = token === null ? [] : ["-c", `http.extraheader=${header}`];
  const env = { ...gitEnvironment(cwd), GIT_TERMINAL_PROMPT: "0" };
  return (await promisify(execFile)("git", [...config, ...args], { cwd, env })).stdout;
}

test("git fetches a commit by its SHA at depth 1, with a token only, and pushes nothing", async () => {
  await using double = await githubDouble();
  using folder = temporaryFolder();
  double.commit("main", { "a.py": "a\n" });
  double.commit("topic", { "a.py": "b\n" });
  const sha = double.commit("contributor:topic", { "a.py": "c\n" });
  double.openPull({ head: "contributor:topic" });
  const git = (...args: readonly string[]) => run(folder.path, double.token, ...args);
  await git("init", "--quiet");
  await git("remote", "add", "origin", double.cloneUrl);
  await expect(run(folder.path, "wrong", "fetch", "origin", "main")).rejects.toThrow(
    /Authentication|could not read/,
  );
  await git("fetch", "--quiet", "--depth=1", "origin", sha);
  await git("checkout", "--quiet", "FETCH_HEAD");
  expect((await git("rev-parse", "HEAD")).trim()).toBe(sha);
  expect((await git("log", "--format=%H")).trim()).toBe(sha);
  await git("fetch", "--quiet", "origin", "refs/pull/1/merge");
  expect((await git("rev-parse", "FETCH_HEAD")).trim()).toBe(double.world.pulls.mergeSha(1));
  const refs = (await git("ls-remote", "origin")).trim().split("\n");
  expect(refs.map((line) => line.split("\t")[1])).toEqual([
    "HEAD",
    "refs/heads/main",
    "refs/heads/topic",
    "refs/pull/1/head",
    "refs/pull/1/merge",
  ]);
  await expect(git("push", "origin", "HEAD:refs/heads/main")).rejects.toThrow(/403/);
  expect(double.requests).toEqual([]);
  expect(double.gitRequests.length).toBeGreaterThan(0);
  expect(double.problems).toEqual([]);
});
