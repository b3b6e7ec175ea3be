import type { Call, Handler, Routes } from "./call.ts";
import { changedFiles } from "./changed-files.ts";
import { commitJson } from "./commit-json.ts";
import { commits } from "./commits.ts";
import { fileJson } from "./file-json.ts";
import { page } from "./page.ts";
import { pullJson } from "./pull-json.ts";
import { mergeBase } from "./merge-base.ts";
import { apiUrl, type World } from "./world.ts";

/** GitHub lists no more files of a pull request than this, and no more commits. */
const MOST_FILES = 3000;
const MOST_COMMITS = 250;

/** The pull requests: themselves, their files, their commits. */
export function pullRoutes(world: World): Routes {
  const { pulls, repository } = world;
  const numberOf = (call: Call): number => pulls.get(call.parameters.number("pull_number")).number;
  return new Map<string, Handler>([
    ["pulls/get", (call) => ({ status: 200, body: pullJson(world, numberOf(call)) })],
    [
      "pulls/list-files",
      (call) => {
        const number = numberOf(call);
        const head = pulls.headSha(number);
        const files = changedFiles(repository, mergeBase(repository, pulls.baseSha(number), head), head);
        return page(
          call,
          files.slice(0, MOST_FILES).map((file) => fileJson(world, file, head)),
        );
      },
    ],
    [
      "pulls/list-commits",
      (call) => {
        const number = numberOf(call);
        const range = `${pulls.baseSha(number)}..${pulls.headSha(number)}`;
        const found = commits(repository, ["--reverse", range]).slice(0, MOST_COMMITS);
        return page(
          call,
          found.map((commit) => commitJson(commit, apiUrl(world))),
        );
      },
    ],
  ]);
}
