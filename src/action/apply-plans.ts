import { commitFiles } from "../github/commit-files.ts";
import type { CommitEntry } from "../github/commit-files.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { isSameName } from "../github/is-same-name.ts";
import type { PullRequest } from "../github/pull-request.ts";
import { readHead } from "../workspace/head.ts";
import { stageTree } from "../workspace/stage-tree.ts";
import { commitMessage } from "./commit-message.ts";
import type { Context } from "./context.ts";
import type { PullRequestEvent } from "./event.ts";
import { obstacle } from "./obstacle.ts";
import type { Trial } from "./try-plans.ts";
import { planDigest } from "./try-plans.ts";

export type Applied =
  | { readonly ok: true; readonly sha: string }
  /** Nothing was committed. */
  | { readonly ok: false; readonly why: string };

/**
 * Commits an approved trial to the branch of its pull request, if it is what was approved and everything still stands as
 * it did. Rejects with a GitHubError or a WorkspaceError; then nothing was committed that anybody knows of.
 */
export async function applyPlans(
  context: Context,
  event: PullRequestEvent,
  trial: Trial,
  reportDigest: string,
): Promise<Applied> {
  const { inputs, runner, client, pushClient } = context;
  const { report, plans } = trial;
  if (report.report_digest !== reportDigest) {
    return no("The dry run came to another report now than the one that was approved; this is the new one.");
  }
  const inTheWay = report.safe_to_apply ? obstacle(trial, inputs.afterApply) : "The plan is refused.";
  if (inTheWay !== null) return no(inTheWay);

  const { workspace } = runner.environment;
  const head = await readHead(workspace);
  const staged = await stageTree(
    workspace,
    trial.rewrites.map(({ path, newPath, content }) => ({
      path: trial.prefix + newPath,
      oldPath: path === null ? null : trial.prefix + path,
      content,
    })),
    inputs.afterApply === "remove" ? plans.paths : [],
  );
  const pointer = staged.entries.find(isPointer);
  if (pointer !== undefined)
    return no(`${pointer.path} is kept by Git LFS, which this action does not write.`);
  if (staged.entries.length === 0) return no("There is nothing to commit.");

  const pull = await readPullRequest(client, event.number);
  const changed = whatChanged(pull, event, inputs.applyLabel);
  if (changed !== null) return no(changed);
  const result = await commitFiles(pushClient, {
    branch: pull.headBranch,
    parent: head.commit,
    baseTree: head.tree,
    tree: staged.sha,
    entries: staged.entries,
    message: commitMessage({
      report,
      plans: plans.sources.map((source) => ({ path: source.path, digest: planDigest(source) })),
      base: head.commit,
      approver: event.sender.login,
    }),
  });
  return result.status === "committed"
    ? { ok: true, sha: result.sha }
    : no(`The branch could not be moved; it has probably moved on. ${result.reason}`);
}

/** The last look before anything is written. */
function whatChanged(pull: PullRequest, event: PullRequestEvent, label: string): string | null {
  if (!pull.isOpen) return "The pull request was closed meanwhile.";
  if (pull.headSha !== event.headSha) return `The branch moved on meanwhile, to ${pull.headSha}.`;
  const hasLabel = pull.labels.some((name) => isSameName(name, label));
  return hasLabel ? null : "The label was taken off meanwhile.";
}

/** Git LFS, "Specification": the first line of a pointer file. */
function isPointer(entry: CommitEntry): boolean {
  return (
    !("removed" in entry) &&
    Buffer.from(entry.content.subarray(0, 64)).toString("latin1").startsWith("version https://git-lfs.")
  );
}

function no(why: string): Applied {
  return { ok: false, why };
}
