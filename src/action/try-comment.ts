import { putComment } from "../github/sticky-comment.ts";
import { GitHubError } from "../github/github-error.ts";
import { escapeText } from "../report/escape-text.ts";
import type { Context } from "./context.ts";

/** Writes the sticky comment. A comment is no gate: when it cannot be written, the log says so, and the run goes on. */
export async function tryComment(
  { client, runner }: Context,
  number: number,
  write: (before: string) => string,
): Promise<void> {
  try {
    await putComment(client, number, write);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    runner.info(`The comment was not written. ${escapeText(error.message)}`);
  }
}
