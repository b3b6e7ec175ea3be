import { GitHubError } from "../github/github-error.ts";
import { escapeMarkdown } from "../report/escape-markdown.ts";
import { applyPlans } from "./apply-plans.ts";
import { askApproval } from "./ask-approval.ts";
import type { Context } from "./context.ts";
import { deny, dropLabel } from "./deny.ts";
import type { PullRequestEvent } from "./event.ts";
import { closeGate, openGate } from "./gate.ts";
import type { Gate } from "./gate.ts";
import { obstacle } from "./obstacle.ts";
import { setStatus, writeOutputs } from "./outputs.ts";
import { passGate } from "./pass-gate.ts";
import { pendingPlans } from "./pending-plans.ts";
import { publishTrial } from "./publish-trial.ts";
import type { Failure } from "./run.ts";
import { SetupError } from "./setup-error.ts";
import type { Trial } from "./try-plans.ts";
import { tryPlans } from "./try-plans.ts";

/** Applies the plans of a pull request when the label is an approval, and tells everybody what came of it. */
export async function runApply(
  context: Context,
  event: PullRequestEvent,
  paths: readonly string[],
): Promise<Failure> {
  const { runner, inputs } = context;
  const { headSha, number } = event;
  const { plans, kept } = await pendingPlans(context, number, paths);
  if (plans.paths.length === 0) {
    return passGate(context, event, { why: `Applied already: ${kept.join(", ")}.`, removeLabel: true });
  }
  const { attempt } = runner.environment;
  const id = { planDigest: plans.digest, headSha, attempt, reportDigest: "" };
  const approval = await askApproval(context, event, id);
  if (!approval.ok) {
    setStatus(context, "denied");
    await deny(context, number, approval.why);
    return approval.why;
  }
  const gate = await openGate(context, id);
  if (gate === null) throw new SetupError("The token may not set a status: give the job `statuses: write`.");
  const trial = await tryPlans(context, plans);
  const applied = await applyPlans(context, event, trial, approval.reportDigest);
  if (!applied.ok) {
    await writeOutputs(context, trial, "denied");
    await dropLabel(context, number, applied.why);
    await publishTrial(context, {
      trial,
      situation: { kind: "waiting", label: inputs.applyLabel, obstacle: obstacle(trial, inputs.afterApply) },
      gate,
      comment: number,
      remarks: [`**Not applied.** ${escapeMarkdown(applied.why)}`],
    });
    return applied.why;
  }
  runner.info(`Committed ${applied.sha}.`);
  runner.setOutput("commit-sha", applied.sha);
  const done = { ...trial, report: trial.applied() };
  await writeOutputs(context, done, "applied");
  try {
    await publishApplied(context, event, { trial: done, gate, sha: applied.sha });
    return null;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return `The plan was applied in ${applied.sha}, but not everything could be published. ${error.message} Close and reopen the pull request to have the gate set.`;
  }
}

/**
 * The new commit has its own gate, since no run may start for it; the old one waits for ever, and says why. Each step is
 * taken, whatever became of the others. Rejects with the first GitHubError.
 */
async function publishApplied(
  context: Context,
  { number, sender }: PullRequestEvent,
  { trial, gate, sha }: { readonly trial: Trial; readonly gate: Gate; readonly sha: string },
): Promise<void> {
  const words = `Applied in ${sha}.`;
  const startsWorkflows = context.inputs.pushToken !== null;
  const steps = [
    async () => {
      const fresh = await openGate(context, { ...gate.id, headSha: sha });
      const situation = { kind: "applied", sha, approver: sender.login, startsWorkflows } as const;
      await publishTrial(context, { trial, situation, gate: fresh, comment: number, remarks: [] });
    },
    () =>
      closeGate(context, gate, {
        status: { state: "pending", description: words },
        check: { conclusion: "success", title: words, summary: words, annotations: [] },
        reportDigest: "",
      }),
    () => dropLabel(context, number, words),
  ];
  let failure: GitHubError | null = null;
  for (const step of steps) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- writes come one at a time
      await step();
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
}
