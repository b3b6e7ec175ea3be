import { stemOf } from "./plan-moves.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { Workspace } from "./ports.ts";

/** Files of a package that git ignores are in no list, and stay where they are. */
export async function leftBehind(
  moves: readonly PlannedMove[],
  workspace: Workspace,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { kind, target, oldRoot } of moves) {
    if (kind !== "package") continue;
    const folder = stemOf(oldRoot, target.old);
    // oxlint-disable-next-line no-await-in-loop -- one a package
    const paths = await workspace.ignored(folder);
    if (paths.length === 0) continue;
    const more = paths.length > MOST_NAMED ? `, and ${paths.length - MOST_NAMED} more` : "";
    found.push(
      `git ignores ${paths.slice(0, MOST_NAMED).join(", ")}${more}, so that stays where it is. Move it by hand if ${target.new} needs it.`,
    );
  }
  return found;
}

const MOST_NAMED = 5;
