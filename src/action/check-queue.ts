import { join } from "node:path";
import { recheckPlan } from "../engine/recheck-plan.ts";
import type { Comparison } from "../github/commits.ts";
import { compareCommits } from "../github/commits.ts";
import { postStatus } from "../github/commit-status.ts";
import { fileContent } from "../github/file-content.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { count } from "../report/count.ts";
import { markdownBlock } from "../report/escape-markdown.ts";
import { escapeText } from "../report/escape-text.ts";
import { committedPaths } from "../workspace/committed-file.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import type { AppliedPlan } from "./commit-message.ts";
import { appliedPlans } from "./commit-message.ts";
import type { Context } from "./context.ts";
import type { MergeGroupEvent } from "./event.ts";
import { expectClean } from "./expect-clean.ts";
import { checkedOut, isPlan } from "./look.ts";
import { mergePlans } from "./merge-plans.ts";
import type { PlanSource } from "./merge-plans.ts";
import { noteClosed, noteOpen } from "./open-signals.ts";
import { setStatus } from "./outputs.ts";
import { isGone } from "./pending-plans.ts";
import type { Failure } from "./run.ts";
import { serversOf } from "./servers-of.ts";
import { planDigest, readPlans } from "./try-plans.ts";

/** What the commits of a queue have to do with plans. */
interface QueuedPlans {
  /** Applied in them; their old names must be gone. */
  readonly applied: readonly PlanSource[];
  /** Why the queue cannot be let through; null when nothing of the kind is known. */
  readonly fault: string | null;
}

/**
 * The gate of a merge queue: closed when the queued tree brings a plan that was not applied, or when code came in from the
 * other side that still means an old name, which no textual merge sees.
 */
export async function checkQueue(context: Context, event: MergeGroupEvent): Promise<Failure> {
  const { client, runner } = context;
  noteOpen(runner, "gates", event.headSha);
  const fault = await queueFault(context, event);
  setStatus(context, fault === null ? "no_plan" : "refused");
  await postStatus(client, event.headSha, {
    state: fault === null ? "success" : "failure",
    description: fault ?? "Nothing in the queue waits for a plan or means an old name.",
    url: runner.environment.runUrl,
  });
  noteClosed(runner, "gates", event.headSha);
  return fault;
}

async function queueFault(context: Context, event: MergeGroupEvent): Promise<string | null> {
  const { workspace } = context.runner.environment;
  if ((await checkedOut(workspace)) !== event.headSha) {
    return `The checkout is not at ${event.headSha}, the head of the merge group. Give actions/checkout no other \`ref\` on merge_group.`;
  }
  const between = await compareCommits(context.client, event.baseSha, event.headSha);
  const { applied, fault } = await queuedPlans(context, between);
  if (fault !== null || applied.length === 0) return fault;
  await expectClean(workspace);
  const places: ResidueItem[] = [];
  for (const source of applied) {
    // oxlint-disable-next-line no-await-in-loop -- one server at a time
    const found = await recheck(context, source);
    if (found === null)
      return `${escapeText(source.path)} was applied in this queue, and is no plan that can be read.`;
    places.push(...found);
  }
  const [first] = places;
  if (first === undefined) return null;
  await tellPlaces(context, places);
  return `An applied plan has renamed what ${count(places.length, "place")} of the queued tree still may mean, as ${escapeText(first.path)}:${first.line}.`;
}

async function queuedPlans(context: Context, { commits, changed }: Comparison): Promise<QueuedPlans> {
  const { workspace } = context.runner.environment;
  const named = commits.flatMap(({ message }) => appliedPlans(message));
  const applied = new Map<string, PlanSource>();
  for (const plan of named) {
    // oxlint-disable-next-line no-await-in-loop -- seldom more than one
    const source = await planAt(context, plan);
    if (source === null) {
      const fault = `The plan ${escapeText(plan.path)} was applied in this queue, and cannot be read at ${plan.base}: whether its old names are gone is not known.`;
      return { applied: [], fault };
    }
    applied.set(plan.digest, source);
  }
  const inTree = (await committedPaths(workspace)).filter((path) => isPlan(path, context.inputs.plan));
  const brought = inTree.filter((path) => changed === null || changed.includes(path));
  const { sources, conflicts } = await readPlans(workspace, brought);
  const [unreadable] = conflicts;
  if (unreadable !== undefined) return { applied: [], fault: unreadable.message };
  for (const source of sources) {
    // What a commit says is no proof, and a squash may have lost it: the old names have to be gone.
    // oxlint-disable-next-line no-await-in-loop -- one server at a time
    if (!(await isGone(context, source))) {
      return {
        applied: [],
        fault: `${escapeText(source.path)} is in the queue and was not applied. Apply it or take it out, and queue again.`,
      };
    }
    applied.set(planDigest(source), source);
  }
  return { applied: [...applied.values()], fault: null };
}

/** The plan as it was when it was applied; null when it is not there, or another one. */
async function planAt({ client }: Context, { path, digest, base }: AppliedPlan): Promise<PlanSource | null> {
  const text = await fileContent(client, path, base);
  if (text === null) return null;
  const source = { path, text };
  return planDigest(source) === digest ? source : null;
}

/** The places that still mean an old name; null when the plan is none. */
async function recheck(context: Context, source: PlanSource): Promise<readonly ResidueItem[] | null> {
  const { runner, inputs } = context;
  const merged = mergePlans([source]);
  if (!merged.ok) return null;
  const workspace = openWorkspace(join(runner.environment.workspace, merged.root));
  const prefix = merged.root === "." ? "" : `${merged.root}/`;
  const planFiles = source.path.startsWith(prefix) ? [source.path.slice(prefix.length)] : [];
  const plan = { ...merged.plan, sourceRoots: inputs.sourceRoots ?? merged.plan.sourceRoots };
  const progress = { stage: (text: string) => runner.info(`${escapeText(text)} …`) };
  const found = await recheckPlan(
    { plan, planFiles },
    { workspace, servers: await serversOf(context), progress },
  );
  return found.map((item) => ({ ...item, path: prefix + item.path }));
}

async function tellPlaces({ runner }: Context, places: readonly ResidueItem[]): Promise<void> {
  for (const { path, line, column, text, detail } of places.slice(0, 10)) {
    const message = escapeText(`${text}: ${detail}`);
    runner.annotate({ path, line, column, level: "failure", title: "rename-plan: an old name", message });
  }
  const lines = places.map(({ path, line, text, detail }) =>
    escapeText(`${path}:${line}  ${text}  (${detail})`),
  );
  await runner.writeSummary(
    ["## Old names in the merge queue", "", ...markdownBlock(lines.slice(0, 1000)), ""].join("\n"),
  );
}
