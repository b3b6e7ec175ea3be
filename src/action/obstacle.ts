import type { Inputs } from "./inputs.ts";
import type { Trial } from "./try-plans.ts";

/** No token of a workflow may change what is in here (GitHub, "Permissions required for GitHub Apps": workflows). */
const WORKFLOWS = ".github/workflows/";

/** Why the action could not commit a safe plan; null when it can. */
export function obstacle(
  { rewrites, prefix, plans }: Trial,
  afterApply: Inputs["afterApply"],
): string | null {
  const paths = rewrites.flatMap(({ path, newPath }) => [path ?? newPath, newPath].map((p) => prefix + p));
  if (afterApply === "remove") paths.push(...plans.paths);
  const workflow = paths.find((path) => path.startsWith(WORKFLOWS));
  if (workflow === undefined) return null;
  return `The plan would change ${workflow}, and no token of a workflow may write there.`;
}
