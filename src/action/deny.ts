import { GitHubError } from "../github/github-error.ts";
import { removeLabel } from "../github/label.ts";
import { escapeMarkdown } from "../report/escape-markdown.ts";
import { escapeText } from "../report/escape-text.ts";
import type { Context } from "./context.ts";
import { tryComment } from "./try-comment.ts";

const BEGIN = "<!-- rename-plan: why the label was removed -->";
const END = "<!-- rename-plan: end -->";

/** Removes the label and says why, above the report that the comment already has. Rejects with a GitHubError. */
export async function deny(context: Context, number: number, why: string): Promise<void> {
  await dropLabel(context, number, why);
  if (!context.inputs.comment) return;
  const notice = `${BEGIN}\n> **Not applied.** ${escapeMarkdown(why)}\n${END}\n\n`;
  await tryComment(context, number, (before) => {
    const end = before.startsWith(BEGIN) ? before.indexOf(END) : -1;
    return notice + (end === -1 ? before : before.slice(end + END.length).trimStart());
  });
}

/** A label that cannot be removed approves nothing: the log says so, and the run goes on. */
export async function dropLabel(
  { client, inputs, runner }: Context,
  number: number,
  why: string,
): Promise<void> {
  runner.info(`The label "${escapeText(inputs.applyLabel)}" is removed. ${escapeText(why)}`);
  try {
    await removeLabel(client, number, inputs.applyLabel);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    runner.info(`The label was not removed; it approves nothing. ${escapeText(error.message)}`);
  }
}
