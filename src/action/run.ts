import { readFile } from "node:fs/promises";
import { connect } from "../github/client.ts";
import type { Pace } from "../github/client.ts";
import { parseRepository } from "../github/repository.ts";
import type { LanguageServers } from "../engine/ports.ts";
import { postStatus } from "../github/commit-status.ts";
import { checkQueue } from "./check-queue.ts";
import { closeOpen } from "./close-open.ts";
import type { Context } from "./context.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { deny } from "./deny.ts";
import { readEvent } from "./event.ts";
import type { Event, PullRequestEvent } from "./event.ts";
import { escapeMarkdown } from "../report/escape-markdown.ts";
import { localCommand } from "./next-steps.ts";
import { unlessForbidden } from "./gate.ts";
import { readInputs } from "./inputs.ts";
import { look } from "./look.ts";
import { setStatus } from "./outputs.ts";
import { passGate } from "./pass-gate.ts";
import { runApply } from "./run-apply.ts";
import { runDry } from "./run-dry.ts";
import type { Runner } from "./runner.ts";
import { SetupError } from "./setup-error.ts";

/** How a run of the action ended: null, or why the job fails. */
export type Failure = string | null;

/** What a test puts in the place of GitHub's pace and of basedpyright. */
export interface Substitutes {
  readonly pace?: Pace;
  readonly servers?: LanguageServers;
}

/** One run of the action, from the event to what is published. Rejects with the typed error of what failed. */
export async function run(runner: Runner, substitutes: Substitutes = {}): Promise<Failure> {
  const read = readInputs((name) => runner.input(name));
  if (!read.ok) throw new SetupError(read.faults.join("\n"));
  const { environment } = runner;
  const event = readEvent(
    environment.eventName,
    JSON.parse(await readFile(environment.eventPath, "utf8")) as unknown,
  );
  const repository = parseRepository(environment.repository);
  if (repository === null) throw new SetupError(`GITHUB_REPOSITORY is no owner/name.`);
  const { inputs } = read;
  const connection = { apiUrl: environment.apiUrl, repository, ...substitutes };
  const client = connect({ ...connection, token: inputs.githubToken });
  const pushClient = inputs.pushToken === null ? client : connect({ ...connection, token: inputs.pushToken });
  const context: Context = { runner, inputs, client, pushClient, servers: substitutes.servers ?? null };

  let why = "";
  try {
    const failure = await answer(context, event);
    why = failure ?? "";
    return failure;
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    // How the run ended is what has to be told; what cannot be closed now, the post step tries to close.
    await closeOpen(runner, client, why).catch(() => null);
  }
}

async function answer(context: Context, event: Event): Promise<Failure> {
  const { environment } = context.runner;
  const here = { repository: environment.repository, applyLabel: context.inputs.applyLabel };
  const first = decide(event, null, here);
  if (first.do !== "look" || event.kind !== "pull_request") return act(context, event, first, []);
  const live = await look(context, event);
  return act(context, event, decide(event, live, here), live.plans);
}

async function act(
  context: Context,
  event: Event,
  decision: Decision,
  plans: readonly string[],
): Promise<Failure> {
  switch (decision.do) {
    case "look":
      throw new Error("the decision asks for what it was given");
    case "nothing":
      context.runner.info(decision.why);
      setStatus(context, "skipped");
      return null;
    case "refuse":
      setStatus(context, "refused");
      if (decision.closesGate) await shutGate(context, of(event, "pull_request"), decision.why);
      return decision.why;
    case "check_queue":
      return checkQueue(context, of(event, "merge_group"));
    case "pass":
      return passGate(context, of(event, "pull_request"), decision);
    case "dry_run":
      return runDry(context, of(event, "pull_request"), decision, plans);
    case "apply":
      return runApply(context, of(event, "pull_request"), plans);
    case "deny":
      return denied(context, of(event, "pull_request"), decision, plans);
  }
}

async function denied(
  context: Context,
  { number }: PullRequestEvent,
  { why, isFork }: Decision & { readonly do: "deny" },
  plans: readonly string[],
): Promise<Failure> {
  setStatus(context, "denied");
  if (!isFork) {
    await deny(context, number, why);
    return why;
  }
  const command = localCommand(plans);
  await context.runner.writeSummary(`**Not applied.** ${escapeMarkdown(why)}\n\n${command}\n`);
  return `${why}\n${command}`;
}

/** A fork's token cannot, and the job's failure has to do. */
async function shutGate({ client, runner }: Context, event: PullRequestEvent, why: string): Promise<void> {
  const url = runner.environment.runUrl;
  await unlessForbidden(postStatus(client, event.headSha, { state: "failure", description: why, url }));
}

function of<K extends Event["kind"]>(event: Event, kind: K): Extract<Event, { readonly kind: K }> {
  const isKind = (e: Event): e is Extract<Event, { readonly kind: K }> => e.kind === kind;
  if (!isKind(event)) throw new Error(`the decision does not fit the event ${event.kind}`);
  return event;
}
