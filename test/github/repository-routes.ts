import { ApiError, notAccessible, notFound } from "./api-error.ts";
import type { Answer, Call, Handler, Routes } from "./call.ts";
import { changedFiles } from "./changed-files.ts";
import { commitJson } from "./commit-json.ts";
import { type Commit, commits } from "./commits.ts";
import { contentAnswer } from "./content-answer.ts";
import { page } from "./page.ts";
import { mergeBase } from "./merge-base.ts";
import { fileJson } from "./file-json.ts";
import { apiUrl, type World } from "./world.ts";

/** The repository's commits and contents, and the people around it. */
export function repositoryRoutes(world: World): Routes {
  const { repository, people } = world;
  const resolve = (name: string): string => repository.resolve(name) ?? notFound();
  const json = (commit: Commit) => commitJson(commit, apiUrl(world));
  return new Map<string, Handler>([
    [
      "repos/get-collaborator-permission-level",
      ({ parameters }) => ({ status: 200, body: people.permission(parameters.text("username")) }),
    ],
    [
      "repos/get-commit",
      (call) => {
        const ref = call.parameters.text("ref");
        const sha = repository.resolve(ref);
        const [commit] = sha === null ? [] : commits(repository, ["-1", sha]);
        if (sha === null || commit === undefined) throw new ApiError(422, `No commit found for SHA: ${ref}`);
        const from = commit.parents[0] ?? repository.git(["hash-object", "-t", "tree", "/dev/null"]).trim();
        const files = changedFiles(repository, from, sha).slice(0, 3000);
        return page(call, files, (list) => ({
          ...json(commit),
          files: list.map((file) => fileJson(world, file, sha)),
        }));
      },
    ],
    [
      "repos/list-commits",
      (call) => {
        const path = call.parameters.textOrNull("path");
        const limits = (["since", "until", "author", "committer"] as const).flatMap((name) => {
          const value = call.parameters.textOrNull(name);
          return value === null ? [] : [`--${name}=${value}`];
        });
        const start = resolve(call.parameters.textOrNull("sha") ?? "main");
        const found = commits(repository, [...limits, start, "--", ...(path === null ? [] : [path])]);
        return page(call, found.map(json));
      },
    ],
    ["repos/compare-commits-with-basehead", (call) => compared(world, call)],
    ["repos/get-content", (call) => contentAnswer(world, call)],
    // An installation token is nobody's: the endpoint is for people only.
    [
      "users/get-authenticated",
      ({ identity }) => (identity.app === null ? { status: 200, body: identity.account } : notAccessible()),
    ],
  ]);
}

function compared(world: World, call: Call): Answer {
  const { repository } = world;
  const [from, to] = call.parameters.text("basehead").split("...");
  const base = repository.resolve(from ?? "") ?? notFound();
  const head = repository.resolve(to ?? "") ?? notFound();
  const parting = mergeBase(repository, base, head);
  const ahead = commits(repository, ["--reverse", `${base}..${head}`]);
  const behind = commits(repository, [`${head}..${base}`]).length;
  const one = (sha: string) =>
    commits(repository, ["-1", sha]).map((commit) => commitJson(commit, apiUrl(world)))[0];
  return page(call, ahead, (list, total) => ({
    status: statusOf(ahead.length, behind),
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: total,
    base_commit: one(base),
    merge_base_commit: one(parting),
    commits: list.map((commit) => commitJson(commit, apiUrl(world))),
    // GitHub shows the first 300 files of a comparison, on the first page only.
    files:
      (call.parameters.numberOrNull("page") ?? 1) === 1
        ? changedFiles(repository, parting, head)
            .slice(0, 300)
            .map((file) => fileJson(world, file, head))
        : [],
  }));
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? "diverged" : "ahead";
  return behind > 0 ? "behind" : "identical";
}
