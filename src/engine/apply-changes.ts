import { conflict } from "../model/conflict.ts";
import type { Verdict } from "../model/outcome.ts";
import type { Grammar } from "../python/grammar.ts";
import { residueAfter } from "./residue-after.ts";
import type { Progress, Transaction, Workspace } from "./ports.ts";
import { treeChange } from "./rewrite-files.ts";
import type { FileRewrite } from "./rewrite-files.ts";

export interface ApplyContext {
  readonly workspace: Workspace;
  readonly transaction: Transaction;
  readonly grammar: Grammar;
  readonly progress: Progress;
}

/** Writes what a safe verdict says, all of it or nothing, and says which. */
export async function applyChanges(
  verdict: Verdict,
  rewrites: readonly FileRewrite[],
  { workspace, transaction, grammar, progress }: ApplyContext,
): Promise<Verdict> {
  progress.stage(`Writing ${rewrites.length} files`);
  const edited = new Set(rewrites.filter((r) => r.isPython && r.content !== r.before).map((r) => r.newPath));
  const result = await transaction.apply(treeChange(rewrites), (path, content) => {
    if (!edited.has(path)) return null;
    const decoded = workspace.decodePython(content);
    return decoded.ok && grammar.accepts(decoded.text) ? null : `${path} does not parse as it was written`;
  });
  switch (result.status) {
    case "applied":
      return {
        ...verdict,
        status: "applied",
        outcomes: residueAfter(verdict.outcomes, verdict.changes, rewrites, workspace),
      };
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
      const where = result.path === "" ? "" : ` at ${result.path}`;
      const message = `Writing failed${where} (${result.reason}), and every file was restored.`;
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
