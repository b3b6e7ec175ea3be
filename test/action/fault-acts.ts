import { mergeGroupPayload, pullRequestPayload } from "../github/payloads.ts";
import { appliedMessage } from "./applied-message.ts";
import type { JobResult } from "./job.ts";
import { type Recording, replay } from "./replay.ts";
import { sharedCheckout } from "./shared-checkout.ts";
import { FILES, LABEL, PLAN, RENAMED, story, type Story } from "./story.ts";

/** One job that faults are to strike, and the story that leads to it. */
export interface Act {
  /** The story up to the job. */
  begin(): Promise<Stage>;
  /** May the job move the branch? */
  readonly commits: boolean;
  /** What it comes to without faults: whether the job passes, and its gate. */
  readonly passes: boolean;
  readonly gate: "pending" | "success" | "failure";
}

export interface Stage extends AsyncDisposable {
  readonly story: Story;
  /** The head of the branch before the job. */
  readonly before: string;
  /** The job; once more is a re-run, with the same payload and the same checkout. */
  job(attempt?: number): Promise<JobResult>;
  /** The commit whose gate tells the result. */
  judged(): string;
}

const TAKEN = { ...FILES, "m.py": `${FILES["m.py"] ?? ""}\n\ndef omega():\n    return 2\n` };

function stage(s: Story, event: Parameters<Story["run"]>[0]): Stage {
  const { double } = s;
  const before = double.head("topic");
  const payload = pullRequestPayload(double, 1, event);
  const prepare = sharedCheckout(double, before);
  return {
    story: s,
    before,
    job: (attempt = 1) => s.run(event, { payload, sha: null, prepare, attempt }),
    judged: () => double.head("topic"),
    [Symbol.asyncDispose]: () => s[Symbol.asyncDispose](),
  };
}

let recorded: Promise<Recording> | null = null;

/** What a clean run leaves behind on `opened`, recorded once. */
function openedRun(): Promise<Recording> {
  recorded ??= (async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    return { requests: s.double.requests, url: s.double.url, head: s.double.head("topic") };
  })();
  return recorded;
}

async function labeledBy(login: string): Promise<Stage> {
  const s = await story();
  s.double.setRole("tom", "triage");
  await replay(await openedRun(), s.double);
  s.double.clock.advance(5000);
  s.double.label(1, LABEL, login);
  return stage(s, { action: "labeled", label: LABEL, sender: login });
}

function queued(s: Story): Stage {
  const { double } = s;
  const payload = mergeGroupPayload(double, double.queue(1));
  const sha = payload.merge_group.head_sha;
  const request = { eventName: "merge_group", payload, sha: null, prepare: sharedCheckout(double, sha) };
  return {
    story: s,
    before: double.head("topic"),
    job: (attempt = 1) => s.run({ action: "opened" }, { ...request, attempt }),
    judged: () => sha,
    [Symbol.asyncDispose]: () => s[Symbol.asyncDispose](),
  };
}

async function appliedAndQueued(): Promise<Stage> {
  const s = await story();
  const message = appliedMessage(s.double.head("topic"), "rename-plan.toml", PLAN);
  s.double.commit("topic", RENAMED, { remove: ["rename-plan.toml"], message });
  return queued(s);
}

export const NAMES = [
  "opened with a safe plan",
  "opened with a plan that is refused",
  "opened without a plan",
  "labeled by a writer",
  "labeled by somebody who may only triage",
  "queued with a plan that was not applied",
  "queued with a plan that was applied",
] as const;
export type ActName = (typeof NAMES)[number];

const OPENED = { action: "opened" } as const;
const READS = { commits: false, passes: true } as const;

export const ACTS: Readonly<Record<ActName, Act>> = {
  "opened with a safe plan": {
    ...READS,
    gate: "pending",
    begin: async () => stage(await story(), OPENED),
  },
  "opened with a plan that is refused": {
    commits: false,
    passes: false,
    gate: "failure",
    begin: async () => stage(await story({ "rename-plan.toml": PLAN }, TAKEN), OPENED),
  },
  "opened without a plan": {
    ...READS,
    gate: "success",
    begin: async () => stage(await story({ "new.py": "x = 1\n" }), OPENED),
  },
  "labeled by a writer": {
    commits: true,
    passes: true,
    gate: "success",
    begin: () => labeledBy("bob"),
  },
  "labeled by somebody who may only triage": {
    commits: false,
    passes: false,
    gate: "pending",
    begin: () => labeledBy("tom"),
  },
  "queued with a plan that was not applied": {
    commits: false,
    passes: false,
    gate: "failure",
    begin: async () => queued(await story()),
  },
  "queued with a plan that was applied": {
    ...READS,
    gate: "success",
    begin: appliedAndQueued,
  },
};
