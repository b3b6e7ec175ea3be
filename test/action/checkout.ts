import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { gitEnvironment } from "../github/git-environment.ts";
import type { GitHubDouble } from "../github/github-double.ts";

/**
 * What actions/checkout does with `ref` of a commit and `persist-credentials: false`: one commit, no token left behind.
 * Asynchronous, because the server that answers lives in this process.
 */
export async function checkout(double: GitHubDouble, sha: string, folder: string): Promise<void> {
  const token = Buffer.from(`x-access-token:${double.token}`).toString("base64");
  const git = async (...args: readonly string[]) =>
    promisify(execFile)("git", ["-c", `http.extraheader=AUTHORIZATION: basic ${token}`, ...args], {
      cwd: folder,
      env: { ...gitEnvironment(folder), GIT_TERMINAL_PROMPT: "0" },
    });
  await git("init", "--quiet");
  await git("remote", "add", "origin", double.cloneUrl);
  await git("fetch", "--quiet", "--depth=1", "origin", sha);
  await git("checkout", "--quiet", "--detach", "FETCH_HEAD");
}
