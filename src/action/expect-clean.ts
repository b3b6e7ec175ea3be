import { escapeText } from "../report/escape-text.ts";
import { uncommittedPaths } from "../workspace/uncommitted-paths.ts";
import { SetupError } from "./setup-error.ts";

/**
 * What is in no commit would be seen by a dry run, and by nobody who reads its report. Rejects with a SetupError when a
 * checkout has anything of the kind.
 */
export async function expectClean(workspace: string): Promise<void> {
  const [first, ...rest] = await uncommittedPaths(workspace);
  if (first === undefined) return;
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  throw new SetupError(
    `The checkout differs from its commit: ${escapeText(first)}${more}. Run this action in a job of its own, right behind actions/checkout.`,
  );
}
