import type { GitHubDouble } from "../github/github-double.ts";
import type { Act, Stage } from "./fault-acts.ts";
import type { JobResult } from "./job.ts";
import { RENAMED } from "./story.ts";

const UNDER_WAY = "The dry run is under way.";

/** What must hold after every job, whatever has failed: the rules that do not, each as a sentence. */
export function brokenRules(act: Act, stage: Stage, result: JobResult): readonly string[] {
  const { double } = stage.story;
  return [
    ...ofBranch(act, stage),
    ...ofGreen(double),
    ...ofOpen(double, result),
    ...ofResult(act, stage, result),
    ...double.problems,
    ...double.requests
      .filter(
        ({ operation, body }) => operation === "git/update-ref" && JSON.stringify(body).includes("true"),
      )
      .map(() => "a branch was moved by force"),
  ];
}

/** As before, or one commit further whose tree is the expected one. */
function ofBranch(act: Act, { story, before }: Stage): readonly string[] {
  const { double } = story;
  if (!act.commits && double.requests.some(({ operation }) => operation.startsWith("git/"))) {
    return ["the API of git was used where nothing may be committed"];
  }
  const head = double.head("topic");
  if (head === before) return [];
  if (!act.commits) return ["the branch was moved without an approval"];
  const parents = double.git(["rev-list", "--parents", "-1", head]).trim().split(" ").slice(1);
  return [
    ...(parents.join() === before ? [] : [`the branch is not one commit further, but has ${parents.join()}`]),
    ...(JSON.stringify(story.files()) === JSON.stringify(RENAMED) ? [] : ["the commit is not the whole one"]),
  ];
}

/** No commit that has a plan is ever let through, not for a moment. */
function ofGreen(double: GitHubDouble): readonly string[] {
  return double.statuses
    .filter(({ state, sha }) => state === "success" && hasPlan(double, sha))
    .map(({ sha }) => `the gate was green at ${sha}, where the plan is not applied`);
}

function hasPlan(double: GitHubDouble, sha: string): boolean {
  return double.git(["ls-tree", "-r", "--name-only", sha]).includes("rename-plan");
}

/** Nothing says that something is under way when nothing is, unless GitHub did not take the last word. */
function ofOpen(double: GitHubDouble, { failure }: JobResult): readonly string[] {
  const wasHeard = (operation: string): boolean => {
    const last = double.requests.filter((request) => request.operation === operation).at(-1);
    return failure === null || last === undefined || (last.status !== null && last.status < 300);
  };
  const open = [...new Set(double.statuses.map((status) => status.sha))].filter(
    (sha) => double.status(sha, "rename-plan")?.description === UNDER_WAY,
  );
  const isSilent = !wasHeard("repos/create-commit-status");
  const runs = double.checkRuns.filter(({ status }) => status !== "completed");
  return [
    ...(isSilent ? [] : open.map((sha) => `the gate of ${sha} was left under way`)),
    ...(isSilent || !wasHeard("checks/update")
      ? []
      : runs.map(({ id }) => `check run ${id} was left in progress`)),
  ];
}

/** A job that passes has reached its result; one that has not says why, in a sentence. */
function ofResult(act: Act, stage: Stage, { failure, summary, log }: JobResult): readonly string[] {
  const gate = stage.story.gate(stage.judged());
  if (failure === null) {
    if (!act.passes) return ["the job passes where it has to fail"];
    // A token that may not set a status: the log and the job summary have to do.
    const wasForbidden = stage.story.double.requests.some(
      ({ operation, status }) => operation === "repos/create-commit-status" && status === 403,
    );
    if (gate === act.gate) return [];
    return wasForbidden && summary + log !== "" ? [] : [`the job passes, and the gate says "${gate}"`];
  }
  const isSentence =
    /^(?:(?:GitHub|Setup|Workspace|Server)Error: )?\S[^]{20,}[.)]$/.test(failure) &&
    !/^(?:\w*Error: )?(?:the (?:payload|decision)|\w*TypeError)|undefined|\[object/.test(failure);
  return isSentence ? [] : [`the failure is no help: ${failure}`];
}
