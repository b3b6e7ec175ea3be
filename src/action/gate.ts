import type { CheckResult } from "../github/check-run.ts";
import { completeCheckRun, startCheckRun } from "../github/check-run.ts";
import { postStatus } from "../github/commit-status.ts";
import type { CommitStatus } from "../github/commit-status.ts";
import { GitHubError } from "../github/github-error.ts";
import type { AttemptId } from "./attempt-id.ts";
import { writeAttemptId } from "./attempt-id.ts";
import type { Context } from "./context.ts";

/** The two signals at one commit while an attempt is under way. */
export interface Gate {
  readonly id: AttemptId;
  /** null when the token may not write check runs. */
  readonly checkRun: number | null;
}

/** The state that holds the commit whose gate is open; "" when none is. The post step reads it. */
export const OPEN_GATE = "open-gate";

/** What the gate says in the end. */
export interface Result {
  readonly status: Omit<CommitStatus, "url">;
  readonly check: Omit<CheckResult, "externalId">;
  /** Of the report that the check run shows; "" when it shows none. */
  readonly reportDigest: string;
}

/** Sets the status to pending and starts a check run; null when the token may not set a status. */
export async function openGate({ client, runner }: Context, id: AttemptId): Promise<Gate | null> {
  const url = runner.environment.runUrl;
  runner.saveState(OPEN_GATE, id.headSha);
  const pending = { state: "pending", description: "The dry run is under way.", url } as const;
  const mayWrite = await unlessForbidden(postStatus(client, id.headSha, pending).then(() => true));
  if (mayWrite === null) {
    runner.saveState(OPEN_GATE, "");
    return null;
  }
  const started = await unlessForbidden(
    startCheckRun(client, id.headSha, { externalId: writeAttemptId(id), url }),
  );
  return { id, checkRun: started?.id ?? null };
}

/** Completes the check run, then sets the status. Rejects with a GitHubError; what is still open then stays so in the state. */
export async function closeGate({ client, runner }: Context, gate: Gate, result: Result): Promise<void> {
  const { headSha } = gate.id;
  if (gate.checkRun !== null) {
    const externalId = writeAttemptId({ ...gate.id, reportDigest: result.reportDigest });
    await completeCheckRun(client, headSha, gate.checkRun, { ...result.check, externalId });
  }
  await postStatus(client, headSha, { ...result.status, url: runner.environment.runUrl });
  runner.saveState(OPEN_GATE, "");
}

/** What a request gives; null when the token may not make it. */
export async function unlessForbidden<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof GitHubError && error.isForbidden) return null;
    throw error;
  }
}
