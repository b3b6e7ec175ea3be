import { checkRuns, completeCheckRun } from "../github/check-run.ts";
import type { Client } from "../github/client.ts";
import { postStatus } from "../github/commit-status.ts";
import { escapeMarkdown } from "../report/escape-markdown.ts";
import { readAttemptId } from "./attempt-id.ts";
import { unlessForbidden } from "./gate.ts";
import { noteClosed, openAt } from "./open-signals.ts";
import type { Runner } from "./runner.ts";

const NO_RESULT = "The run ended before it had a result: run it again, or close and reopen the pull request.";

/**
 * Closes the signals that a run has left open, and says why ("": it is not known); does nothing where none is. Rejects with the first GitHubError,
 * when all has been tried.
 */
export async function closeOpen(runner: Runner, client: Client, why: string): Promise<void> {
  const [description = ""] = (why || NO_RESULT).split("\n");
  const url = runner.environment.runUrl;
  const work = [
    ...openAt(runner, "gates").map((sha) => async () => {
      await postStatus(client, sha, { state: "error", description, url });
      noteClosed(runner, "gates", sha);
    }),
    ...openAt(runner, "checks").map((sha) => async () => {
      await cancelCheckRuns(runner, client, sha, why);
      noteClosed(runner, "checks", sha);
    }),
  ];
  let failure: unknown = null;
  for (const step of work) {
    // oxlint-disable-next-line no-await-in-loop -- writes come one at a time
    await step().catch((error: unknown) => (failure ??= error));
  }
  if (failure !== null) throw failure;
}

/** The run may have been killed before it knew the number of its check run. */
async function cancelCheckRuns(runner: Runner, client: Client, sha: string, why: string): Promise<void> {
  const runs = (await unlessForbidden(checkRuns(client, sha))) ?? [];
  const own = runner.environment.attempt;
  const open = runs.filter((run) => !run.isCompleted && readAttemptId(run.externalId)?.attempt === own);
  for (const { id, externalId } of open) {
    const words = { title: "No result", summary: escapeMarkdown(why || NO_RESULT), annotations: [] };
    // oxlint-disable-next-line no-await-in-loop -- writes come one at a time
    await completeCheckRun(client, sha, id, { conclusion: "cancelled", externalId, ...words });
  }
}
