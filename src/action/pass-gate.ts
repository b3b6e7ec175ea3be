import { postStatus } from "../github/commit-status.ts";
import { escapeText } from "../report/escape-text.ts";
import type { Context } from "./context.ts";
import { dropLabel } from "./deny.ts";
import type { PullRequestEvent } from "./event.ts";
import { unlessForbidden } from "./gate.ts";
import { setStatus } from "./outputs.ts";
import type { Failure } from "./run.ts";

/** Opens the gate of a pull request that has no plan. A fork's token cannot, and the job's success has to do. */
export async function passGate(
  context: Context,
  { headSha, number }: PullRequestEvent,
  { why, removeLabel }: { readonly why: string; readonly removeLabel: boolean },
): Promise<Failure> {
  const { client, runner } = context;
  runner.info(why);
  setStatus(context, "no_plan");
  const url = runner.environment.runUrl;
  const status = { state: "success", description: why, url } as const;
  const isOpen = await unlessForbidden(
    postStatus(client, headSha, status).then(() => true),
    (message) => runner.info(escapeText(message)),
  );
  if (isOpen === true && removeLabel) await dropLabel(context, number, why);
  return null;
}
