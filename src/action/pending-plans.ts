import { pullCommits } from "../github/commits.ts";
import { appliedPlans } from "./commit-message.ts";
import type { Context } from "./context.ts";
import type { PlanSource } from "./merge-plans.ts";
import type { Plans } from "./try-plans.ts";
import { planDigest, plansOf, readPlans, tryPlans } from "./try-plans.ts";

/** Where nothing has the old name any more, an entry ends so. */
const GONE: readonly string[] = ["target/missing", "target/module-missing"];

export interface PendingPlans {
  /** Those that are to be tried. */
  readonly plans: Plans;
  /** Paths of those that were applied and kept. */
  readonly kept: readonly string[];
}

/**
 * Reads the plan files of a pull request. With `after-apply: keep` those are told apart that a commit of it says were
 * applied, and whose old names are gone indeed. Rejects with a GitHubError.
 */
export async function pendingPlans(
  context: Context,
  number: number,
  paths: readonly string[],
): Promise<PendingPlans> {
  const { workspace } = context.runner.environment;
  const all = await readPlans(workspace, paths);
  if (context.inputs.afterApply === "remove") return { plans: all, kept: [] };
  const commits = await pullCommits(context.client, number);
  const applied = new Set(
    commits.flatMap(({ message }) => appliedPlans(message)).map(({ digest }) => digest),
  );
  const kept: string[] = [];
  for (const source of all.sources) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time; no server is waited for when the names are gone
    if (applied.has(planDigest(source)) && (await isGone(context, source))) kept.push(source.path);
  }
  if (kept.length === 0) return { plans: all, kept };
  const isPending = (path: string) => !kept.includes(path);
  const sources = all.sources.filter(({ path }) => isPending(path));
  return { plans: plansOf(paths.filter(isPending), sources, all.conflicts), kept };
}

/** Every old name of a plan is gone from the module that it was in. */
export async function isGone(context: Context, source: PlanSource): Promise<boolean> {
  const { report } = await tryPlans(context, plansOf([source.path], [source], []));
  const gone = report.conflicts.filter(({ code }) => GONE.includes(code));
  return gone.length > 0 && gone.length === report.outcomes.length && gone.length === report.conflicts.length;
}
