import { checkRuns, completeCheckRun } from "../github/check-run.ts";
import type { Client } from "../github/client.ts";
import { postStatus } from "../github/commit-status.ts";
import { escapeMarkdown } from "../report/escape-markdown.ts";
import { readAttemptId } from "./attempt-id.ts";
import { OPEN_GATE, unlessForbidden } from "./gate.ts";
import type { Runner } from "./runner.ts";

/** Closes the gate that a run has left open, and says why; does nothing where none is. Rejects with a GitHubError. */
export async function closeOpen(runner: Runner, client: Client, why: string): Promise<void> {
  const sha = runner.state(OPEN_GATE);
  if (sha === "") return;
  const { attempt, runUrl: url } = runner.environment;
  const [description = ""] = why.split("\n");
  await postStatus(client, sha, { state: "error", description, url });
  runner.saveState(OPEN_GATE, "");
  // The run may have been killed before it knew the number of its check run.
  const runs = (await unlessForbidden(checkRuns(client, sha))) ?? [];
  const open = runs.filter((run) => !run.isCompleted && readAttemptId(run.externalId)?.attempt === attempt);
  for (const { id, externalId } of open) {
    const words = { title: "No result", summary: escapeMarkdown(why), annotations: [] };
    // oxlint-disable-next-line no-await-in-loop -- writes come one at a time
    await completeCheckRun(client, sha, id, { conclusion: "cancelled", externalId, ...words });
  }
}
