import { completeCheckRun } from "../github/check-run.ts";
import type { Client } from "../github/client.ts";
import { postStatus } from "../github/commit-status.ts";
import { escapeMarkdown } from "../report/escape-markdown.ts";
import { GATE_STATE } from "./gate.ts";
import type { Runner } from "./runner.ts";

/** Closes the gate that a run has left open, and says why; does nothing where none is. Rejects with a GitHubError. */
export async function closeOpen(runner: Runner, client: Client, why: string): Promise<void> {
  const sha = runner.state(GATE_STATE.sha);
  if (sha === "") return;
  const [description = ""] = why.split("\n");
  await postStatus(client, sha, { state: "error", description, url: runner.environment.runUrl });
  runner.saveState(GATE_STATE.sha, "");
  const checkRun = Number(runner.state(GATE_STATE.checkRun));
  if (checkRun === 0) return;
  await completeCheckRun(client, sha, checkRun, {
    conclusion: "cancelled",
    externalId: "",
    title: "No result",
    summary: escapeMarkdown(why),
    annotations: [],
  });
  runner.saveState(GATE_STATE.checkRun, "");
}
