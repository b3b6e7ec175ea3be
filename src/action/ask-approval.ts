import { checkRuns } from "../github/check-run.ts";
import { GitHubError } from "../github/github-error.ts";
import { lastLabelEvent } from "../github/label.ts";
import { readPermission } from "../github/permission.ts";
import type { Approval } from "./approval.ts";
import { approve } from "./approval.ts";
import type { AttemptId } from "./attempt-id.ts";
import type { Context } from "./context.ts";
import type { PullRequestEvent } from "./event.ts";

/** Whether the label approves. A question that gets no answer is a no. */
export async function askApproval(
  { client, inputs }: Context,
  event: PullRequestEvent,
  attempt: AttemptId,
): Promise<Approval> {
  const { sender, number, headSha } = event;
  return approve({
    sender,
    permission: await orNull(readPermission(client, sender.login)),
    label: await orNull(lastLabelEvent(client, number, inputs.applyLabel).then((last) => ({ last }))),
    checkRuns: await orNull(checkRuns(client, headSha)),
    attempt,
  });
}

async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof GitHubError) return null;
    throw error;
  }
}
