import type { Annotation } from "../report/annotations.ts";
import { ask } from "./ask.ts";
import type { Purpose } from "./ask.ts";
import type { Client } from "./client.ts";
import { createOnce, NO_RETRY } from "./create-once.ts";

/** Not the name of the gate: a check run can be counted to another workflow, so it must not be required. */
export const CHECK_NAME = "rename-plan residue";

/** GitHub takes no more at once. */
const ANNOTATIONS_A_REQUEST = 50;

const PURPOSE: Purpose = { to: `write the check run "${CHECK_NAME}"`, permission: "checks: write" };

export interface CheckRun {
  readonly id: number;
  readonly externalId: string;
  readonly isCompleted: boolean;
  readonly conclusion: string;
  /** ISO 8601; "" when it is not completed. */
  readonly completedAt: string;
  readonly annotationCount: number;
}

export interface CheckResult {
  readonly conclusion: "success" | "failure" | "neutral" | "cancelled";
  readonly externalId: string;
  /** One line. */
  readonly title: string;
  /** Markdown, within GitHub's limit. */
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

/** A new check run in progress. Rejects with a GitHubError. */
export async function startCheckRun(
  client: Client,
  headSha: string,
  { externalId, url }: { readonly externalId: string; readonly url: string },
): Promise<CheckRun> {
  const { octokit, repo } = client;
  return createOnce(
    client,
    () =>
      ask(PURPOSE, async () => {
        const { data } = await octokit.rest.checks.create({
          ...repo,
          ...NO_RETRY,
          name: CHECK_NAME,
          head_sha: headSha,
          status: "in_progress",
          external_id: externalId,
          details_url: url,
          output: { title: "The plan is being tried", summary: "The dry run is under way." },
        });
        return toCheckRun(data);
      }),
    async () => (await checkRuns(client, headSha)).find((run) => run.externalId === externalId) ?? null,
  );
}

/** Every attempt at one commit, in no order. Rejects with a GitHubError. */
export async function checkRuns({ octokit, repo }: Client, sha: string): Promise<readonly CheckRun[]> {
  const found = await ask({ to: "read the check runs", permission: "checks: read" }, async () =>
    octokit.paginate(octokit.rest.checks.listForRef, {
      ...repo,
      ref: sha,
      check_name: CHECK_NAME,
      filter: "all",
      per_page: 100,
    }),
  );
  return found.map(toCheckRun);
}

/** Adds the annotations, batch by batch, and completes the run with the last one. Rejects with a GitHubError. */
export async function completeCheckRun(
  client: Client,
  headSha: string,
  id: number,
  { conclusion, externalId, title, summary, annotations }: CheckResult,
): Promise<void> {
  const { octokit, repo } = client;
  const batches = batchesOf(annotations);
  for (const [index, batch] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const update = () =>
      ask(PURPOSE, async () => {
        await octokit.rest.checks.update({
          ...repo,
          ...NO_RETRY,
          check_run_id: id,
          ...(isLast ? { status: "completed" as const, conclusion, external_id: externalId } : {}),
          output: { title, summary, annotations: batch.map(toWire) },
        });
        return true;
      });
    const sent = batches.slice(0, index + 1).reduce((sum, b) => sum + b.length, 0);
    const isDone = async () => {
      const run = (await checkRuns(client, headSha)).find((r) => r.id === id);
      return run !== undefined && run.annotationCount >= sent && (!isLast || run.isCompleted) ? true : null;
    };
    // oxlint-disable-next-line no-await-in-loop -- annotations append in this order
    await createOnce(client, update, isDone);
  }
}

function batchesOf(annotations: readonly Annotation[]): readonly (readonly Annotation[])[] {
  const batches: (readonly Annotation[])[] = [];
  for (let i = 0; i < annotations.length; i += ANNOTATIONS_A_REQUEST) {
    batches.push(annotations.slice(i, i + ANNOTATIONS_A_REQUEST));
  }
  return batches.length === 0 ? [[]] : batches;
}

function toWire({ path, line, column, level, title, message }: Annotation) {
  return {
    path,
    start_line: line,
    end_line: line,
    ...(column === 0 ? {} : { start_column: column, end_column: column }),
    annotation_level: level,
    title,
    message,
  };
}

interface WireCheckRun {
  readonly id: number;
  readonly external_id: string | null;
  readonly status: string;
  readonly conclusion: string | null;
  readonly completed_at: string | null;
  readonly output?: { readonly annotations_count?: number } | null;
}

function toCheckRun(data: WireCheckRun): CheckRun {
  return {
    id: data.id,
    externalId: data.external_id ?? "",
    isCompleted: data.status === "completed",
    conclusion: data.conclusion ?? "",
    completedAt: data.completed_at ?? "",
    annotationCount: data.output?.annotations_count ?? 0,
  };
}
