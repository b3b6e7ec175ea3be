import type { Context } from "./context.ts";
import type { Decision } from "./decide.ts";
import { dropLabel } from "./deny.ts";
import type { PullRequestEvent } from "./event.ts";
import { openGate } from "./gate.ts";
import type { Situation } from "./next-steps.ts";
import { obstacle } from "./obstacle.ts";
import { writeOutputs } from "./outputs.ts";
import { passGate } from "./pass-gate.ts";
import { pendingPlans } from "./pending-plans.ts";
import { publishTrial } from "./publish-trial.ts";
import type { Failure } from "./run.ts";
import { tryPlans } from "./try-plans.ts";

const LATER =
  "It was put on for another state of the branch. Put it on again when you have seen this report.";

/** Tries the plans of a pull request and publishes what comes of it. */
export async function runDry(
  context: Context,
  event: PullRequestEvent,
  decision: Decision & { readonly do: "dry_run" },
  paths: readonly string[],
): Promise<Failure> {
  const { runner, inputs } = context;
  const { headSha, number } = event;
  const { plans, kept } = await pendingPlans(context, number, paths);
  if (plans.paths.length === 0) {
    const why = `Applied already: ${kept.join(", ")}.`;
    return passGate(context, event, { why, removeLabel: decision.removeLabel });
  }
  const { attempt } = runner.environment;
  const id = { planDigest: plans.digest, headSha, attempt, reportDigest: "" };
  const gate = decision.isFork ? null : await openGate(context, id);
  if (decision.removeLabel && gate !== null) await dropLabel(context, number, LATER);
  const trial = await tryPlans(context, plans);
  const inTheWay = obstacle(trial, inputs.afterApply);
  const situation: Situation =
    gate === null
      ? { kind: "read_only", isFork: decision.isFork }
      : { kind: "waiting", label: inputs.applyLabel, obstacle: inTheWay };
  const isRefused = !trial.report.safe_to_apply || inTheWay !== null;
  await writeOutputs(context, trial, isRefused ? "refused" : "dry_run");
  await publishTrial(context, {
    trial,
    situation,
    gate,
    comment: decision.isLatest ? number : null,
    remarks: decision.removeLabel ? [`**The label was removed.** ${LATER}`] : [],
  });
  if (!isRefused || !inputs.failOnRefusal) return null;
  return trial.report.safe_to_apply && inTheWay !== null
    ? inTheWay
    : "The plan is refused: the report is in the job summary, and in the check run where the token can write one.";
}
