import { conflict } from "../model/conflict.ts";
import type { Verdict } from "../model/outcome.ts";
import { applyEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import type { FileWrite, Progress, Transaction, Workspace } from "./ports.ts";
import type { Scan } from "./scan.ts";

export interface ApplyContext {
  readonly workspace: Workspace;
  readonly transaction: Transaction;
  readonly grammar: Grammar;
  readonly progress: Progress;
}

/** Writes what a safe verdict says, all of it or nothing, and says which. */
export async function applyChanges(verdict: Verdict, scan: Scan, context: ApplyContext): Promise<Verdict> {
  const { workspace, transaction, grammar, progress } = context;
  const writes: FileWrite[] = [];
  for (const change of verdict.changes) {
    const file = scan.files.get(change.path);
    if (file === undefined) throw new Error(`an edit for a file that was not scanned: ${change.path}`);
    const text = applyEdits(file.text, change.edits);
    const place = { path: change.path };
    if (!parses(grammar, text)) {
      const message = `${change.path} would not parse after the edits. Nothing was written; please report this.`;
      return ended(verdict, "refused", [conflict("verify/parse", "", message, place)]);
    }
    const content = workspace.encode(text, file.encoding, file.bom);
    if (content === null) {
      const message = `The new name cannot be written in the encoding of ${change.path} (${file.encoding}). Choose another name.`;
      return ended(verdict, "refused", [conflict("name/invalid", "", message, place)]);
    }
    writes.push({ path: change.path, preimage: change.preimage, content });
  }
  progress.stage(`Writing ${writes.length} files`);
  const result = await transaction.apply(writes, (path, content) => {
    const decoded = workspace.decodePython(content);
    return decoded.ok && parses(grammar, decoded.text) ? null : `${path} does not parse as it was written`;
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

function parses(grammar: Grammar, text: string): boolean {
  const parsed = grammar.parse(text);
  parsed.free();
  return parsed.errorAt === null;
}
