import { conflict } from "../model/conflict.ts";
import type { Verdict } from "../model/outcome.ts";
import type { Grammar } from "../python/grammar.ts";
import type { FileWrite, Progress, Transaction, Workspace } from "./ports.ts";

export interface ApplyContext {
  readonly workspace: Workspace;
  readonly transaction: Transaction;
  readonly grammar: Grammar;
  readonly progress: Progress;
}

/** Writes what a safe verdict says, all of it or nothing, and says which. */
export async function applyChanges(
  verdict: Verdict,
  writes: readonly FileWrite[],
  { workspace, transaction, grammar, progress }: ApplyContext,
): Promise<Verdict> {
  progress.stage(`Writing ${writes.length} files`);
  const result = await transaction.apply(writes, (path, content) => {
    const decoded = workspace.decodePython(content);
    return decoded.ok && grammar.accepts(decoded.text) ? null : `${path} does not parse as it was written`;
  });
  switch (result.status) {
    case "applied":
      return { ...verdict, status: "applied" };
    case "aborted": {
      const conflicts = result.changed.map((path) =>
        conflict(
          "apply/changed",
          "",
          `${path} changed while the plan was computed. Nothing was written; run it again.`,
          { path },
        ),
      );
      return ended(verdict, "aborted", conflicts);
    }
    case "rolled_back": {
      const message = `Writing failed at ${result.path} (${result.reason}), and every file was restored.`;
      return ended(verdict, "rolled_back", [conflict("apply/failed", "", message, { path: result.path })]);
    }
  }
}

function ended(verdict: Verdict, status: Verdict["status"], conflicts: Verdict["conflicts"]): Verdict {
  const outcomes = verdict.outcomes.map((o) => ({
    ...o,
    plan: { files: [], moves: [] },
    errors: conflicts.map((c) => c.message),
  }));
  return { ...verdict, status, safeToApply: false, conflicts, outcomes, changes: [] };
}
