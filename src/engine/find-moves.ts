import type { Conflict } from "../model/conflict.ts";
import type { FileSet } from "../model/file-set.ts";
import type { Plan } from "../model/plan.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { checkMoves } from "./check-moves.ts";
import type { PlannedMove } from "./plan-moves.ts";
import { planMove } from "./plan-moves.ts";
import type { Workspace } from "./ports.ts";

/** What an entry needs before a server is asked: the files, and where they go. */
export interface ModuleMoves {
  readonly moves: readonly PlannedMove[];
  readonly conflicts: readonly Conflict[];
}

/** Finds what the `modules` entries of a plan move, and what stands in the way of it. */
export async function findMoves(
  plan: Plan,
  fileSet: FileSet,
  tree: ModuleTree,
  workspace: Workspace,
): Promise<ModuleMoves> {
  const givenRoots = plan.sourceRoots?.map((root) => (root === "." ? "" : root)) ?? null;
  const moves: PlannedMove[] = [];
  const conflicts: Conflict[] = [];
  for (const target of plan.modules) {
    const planned = planMove(
      target,
      fileSet,
      tree,
      givenRoots,
      plan.modules.filter(({ old }) => old.startsWith(`${target.old}.`)),
    );
    if (planned.ok) moves.push(planned.move);
    else conflicts.push(planned.conflict);
  }
  const disjoint = moves.map((move) => withoutNested(move, moves));
  conflicts.push(...(await checkMoves(disjoint, fileSet, workspace)));
  return { moves: disjoint, conflicts };
}

/** What an entry of its own moves does not move with the package around it. */
function withoutNested(move: PlannedMove, moves: readonly PlannedMove[]): PlannedMove {
  const nested = moves.filter((other) => other.target.old.startsWith(`${move.target.old}.`));
  const taken = new Set(nested.flatMap(({ files }) => [...files.keys()]));
  return taken.size === 0
    ? move
    : { ...move, files: new Map([...move.files].filter(([path]) => !taken.has(path))) };
}
