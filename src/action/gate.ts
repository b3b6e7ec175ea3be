import type { CheckResult } from "../github/check-run.ts";
import { completeCheckRun, startCheckRun } from "../github/check-run.ts";
import { postStatus } from "../github/commit-status.ts";
import type { CommitStatus } from "../github/commit-status.ts";
import { GitHubError } from "../github/github-error.ts";
import type { AttemptId } from "./attempt-id.ts";
import { writeAttemptId } from "./attempt-id.ts";
import type { Context } from "./context.ts";
import { noteClosed, noteOpen } from "./open-signals.ts";

/** The two signals at one commit while an attempt is under way. */
export interface Gate {
  readonly id: AttemptId;
  /** null when the token may not write check runs. */
  readonly checkRun: number | null;
}

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
  noteOpen(runner, "gates", id.headSha);
  const pending = { state: "pending", description: "The dry run is under way.", url } as const;
  const mayWrite = await unlessForbidden(postStatus(client, id.headSha, pending).then(() => true));
  if (mayWrite === null) {
    noteClosed(runner, "gates", id.headSha);
    return null;
  }
  noteOpen(runner, "checks", id.headSha);
  const started = await unlessForbidden(
    startCheckRun(client, id.headSha, { externalId: writeAttemptId(id), url }),
  );
  if (started === null) noteClosed(runner, "checks", id.headSha);
  return { id, checkRun: started?.id ?? null };
}

/**
 * Completes the check run, then sets the status. A check run that cannot be completed keeps no gate open or shut: the status
 * is set all the same, but nothing waits for a label then, since nobody can have seen the report. Rejects with the first
 * GitHubError.
 */
export async function closeGate({ client, runner }: Context, gate: Gate, result: Result): Promise<void> {
  const { headSha } = gate.id;
  const { runUrl: url } = runner.environment;
  let failure: GitHubError | null = null;
  if (gate.checkRun !== null) {
    const externalId = writeAttemptId({ ...gate.id, reportDigest: result.reportDigest });
    try {
      await completeCheckRun(client, headSha, gate.checkRun, { ...result.check, externalId });
      noteClosed(runner, "checks", headSha);
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      failure = error;
    }
  }
  const isLost = failure !== null && result.status.state === "pending" && result.reportDigest !== "";
  const status =
    isLost && failure !== null ? { state: "error" as const, description: failure.message } : result.status;
  await postStatus(client, headSha, { ...status, url });
  noteClosed(runner, "gates", headSha);
  if (failure !== null) throw failure;
}

/** What a request gives; null when the token may not make it, and `tell` gets GitHub's words. */
export async function unlessForbidden<T>(
  request: Promise<T>,
  tell: (message: string) => void = () => undefined,
): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof GitHubError && error.isForbidden)) throw error;
    tell(error.message);
    return null;
  }
}
