import type { Conflict } from "../model/conflict.ts";
import type { DecidedCount } from "../model/outcome.ts";
import { blocks } from "../model/residue-item.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { Report } from "./report.ts";

export interface Totals {
  /** Edits, all entries merged: an edit that two entries share counts once. */
  readonly edits: number;
  readonly files: number;
  /** Files that move. */
  readonly moves: number;
  /** Conflicts other than "there are unresolved places", which the places themselves say. */
  readonly conflicts: readonly Conflict[];
  /** The residue that refuses the plan, each place once. */
  readonly blocking: readonly ResidueItem[];
  /** The residue that only is told and that nobody has decided about, each place once. */
  readonly left: readonly ResidueItem[];
  /** What decisions of the plan rename and keep. */
  readonly decided: DecidedCount;
}

export function totals(report: Report): Totals {
  const edits = new Set<string>();
  for (const { path, edits: list } of report.outcomes.flatMap((outcome) => outcome.plan.files)) {
    for (const edit of list) edits.add(`${edit.line}:${edit.start_col}:${edit.end_col}:${path}`);
  }
  const places = new Map<string, ResidueItem>();
  for (const item of report.outcomes.flatMap((outcome) => outcome.residue)) {
    places.set(`${item.line}:${item.column}:${item.reason}:${item.path}`, item);
  }
  const residue = [...places.values()];
  const blocking = residue.filter(blocks);
  return {
    edits: edits.size,
    files: report.operations.filter(({ kind }) => kind === "edit_file").length,
    moves: report.operations.filter(({ kind }) => kind === "move_file").length,
    conflicts: report.conflicts.filter((c) => c.code !== "residue/unresolved" || blocking.length === 0),
    blocking,
    left: residue.filter((item) => !blocks(item) && item.decision === undefined),
    decided: {
      renamed: report.outcomes.reduce((sum, { decided }) => sum + (decided?.renamed ?? 0), 0),
      kept: report.outcomes.reduce((sum, { decided }) => sum + (decided?.kept ?? 0), 0),
    },
  };
}
