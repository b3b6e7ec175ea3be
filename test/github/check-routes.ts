import { ApiError } from "./api-error.ts";
import type { Call, Handler, Routes } from "./call.ts";
import type { CheckRun } from "./check-runs.ts";
import { page } from "./page.ts";
import { apiUrl, type World } from "./world.ts";

/** Check runs and commit statuses: what a commit is judged by. */
export function checkRoutes(world: World): Routes {
  const { checks, statuses } = world;
  const commit = (call: Call, name: string): string => {
    const ref = call.parameters.text(name);
    return world.repository.resolve(ref) ?? noCommit(ref);
  };
  const json = (run: CheckRun) => checkRunJson(world, run);
  return new Map<string, Handler>([
    [
      "checks/create",
      ({ body, identity }) => {
        const sha = body.text("head_sha");
        if (world.repository.typeOf(sha) !== "commit") noCommit(sha);
        return { status: 201, body: json(checks.create(body, identity)) };
      },
    ],
    [
      "checks/update",
      ({ parameters, body, identity }) => ({
        status: 200,
        body: json(checks.update(parameters.number("check_run_id"), body, identity)),
      }),
    ],
    [
      "checks/get",
      ({ parameters }) => ({ status: 200, body: json(checks.get(parameters.number("check_run_id"))) }),
    ],
    [
      "checks/list-annotations",
      (call) => page(call, checks.get(call.parameters.number("check_run_id")).annotations),
    ],
    [
      "checks/list-for-ref",
      (call) =>
        page(call, listed(checks.all, commit(call, "ref"), call), (runs, total) => ({
          total_count: total,
          check_runs: runs.map(json),
        })),
    ],
    [
      "repos/create-commit-status",
      (call) => {
        const sha = call.parameters.text("sha");
        if (world.repository.typeOf(sha) !== "commit") noCommit(sha);
        return { status: 201, body: statuses.create(sha, call.body, call.identity) };
      },
    ],
    ["repos/list-commit-statuses-for-ref", (call) => page(call, statuses.of(commit(call, "ref")))],
    [
      "repos/get-combined-status-for-ref",
      (call) => {
        const sha = commit(call, "ref");
        return page(call, statuses.newest(sha), (found, total) => ({
          state: statuses.combined(sha),
          sha,
          total_count: total,
          statuses: found,
          commit_url: `${apiUrl(world)}/commits/${sha}`,
        }));
      },
    ],
  ]);
}

/** Newest first; of equal names only the newest, unless all are asked for. */
function listed(all: readonly CheckRun[], sha: string, { parameters }: Call): readonly CheckRun[] {
  const name = parameters.textOrNull("check_name");
  const status = parameters.textOrNull("status");
  const app = parameters.numberOrNull("app_id");
  const seen = new Set<string>();
  return all
    .filter((run) => run.head_sha === sha)
    .reverse()
    .filter((run) => {
      const key = `${run.app.id} ${run.name}`;
      const isOlder = seen.has(key);
      seen.add(key);
      return !isOlder || parameters.textOrNull("filter") === "all";
    })
    .filter((run) => name === null || run.name === name)
    .filter((run) => status === null || run.status === status)
    .filter((run) => app === null || run.app.id === app);
}

function checkRunJson(world: World, run: CheckRun) {
  const { title, summary, text, annotations, ...rest } = run;
  const url = `${apiUrl(world)}/check-runs/${run.id}`;
  return {
    ...rest,
    node_id: `CR_${run.id}`,
    url,
    html_url: `${world.url}/${world.owner}/${world.name}/runs/${run.id}`,
    check_suite: { id: run.app.id },
    pull_requests: [],
    output: {
      title,
      summary,
      text,
      annotations_count: annotations.length,
      annotations_url: `${url}/annotations`,
    },
  };
}

function noCommit(sha: string): never {
  throw new ApiError(422, `No commit found for SHA: ${sha}`);
}
