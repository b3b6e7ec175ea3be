import type { RenameOutcome } from "../model/outcome.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { lineIndex } from "../model/line-index.ts";
import type { FileEdit, TextEdit } from "../model/text-edit.ts";
import { lastLine } from "../model/text-edit.ts";
import { shownLine } from "../residue/classify.ts";
import type { Workspace } from "./ports.ts";
import type { FileRewrite } from "./rewrite-files.ts";

/**
 * The outcomes of a plan that was applied: what was left is where it stands now, in a file that may have moved and on a line
 * that may have, so that whoever looks finds it.
 */
export function residueAfter(
  outcomes: readonly RenameOutcome[],
  changes: readonly FileEdit[],
  rewrites: readonly FileRewrite[],
  workspace: Workspace,
): readonly RenameOutcome[] {
  const rewritten = new Map(rewrites.map((rewrite) => [rewrite.path, rewrite]));
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  const texts = new Map<string, Move>();
  return outcomes.map((outcome) => ({
    ...outcome,
    residue: outcome.residue.map(({ suggestion: _ofThePlan, ...item }) => {
      const rewrite = rewritten.get(item.path);
      if (rewrite === undefined) return item;
      const moved = { ...item, path: rewrite.newPath };
      const list = edits.get(item.path);
      if (list === undefined) return moved;
      const move = texts.get(item.path) ?? moveOf(rewrite, list, workspace);
      if (move === null) return moved;
      texts.set(item.path, move);
      return { ...moved, ...move(item) };
    }),
  }));
}

type Move = (item: ResidueItem) => Pick<ResidueItem, "line" | "column" | "text">;

function moveOf(
  { before, content, isPython }: FileRewrite,
  edits: readonly TextEdit[],
  workspace: Workspace,
): Move | null {
  const [old, now] = [before, content].map((bytes) =>
    isPython ? workspace.decodePython(bytes) : workspace.decodeText(bytes),
  );
  if (old?.ok !== true || now?.ok !== true) return null;
  const oldLines = lineIndex(old.text);
  const lines = lineIndex(now.text);
  let shift = 0;
  // Sorted and disjoint: the last edit that ends before a place says how far it has moved.
  const shifts = edits.map((edit) => {
    const start = oldLines.offsetAt({ line: edit.line, character: edit.startCol });
    const end = oldLines.offsetAt({ line: lastLine(edit), character: edit.endCol });
    shift += edit.newText.length - (end - start);
    return { end, shift };
  });
  return ({ line, column }) => {
    const offset = oldLines.offsetAt({ line: line - 1, character: column - 1 });
    const place = lines.positionAt(offset + shiftAt(offset, shifts));
    return { line: place.line + 1, column: place.character + 1, text: shownLine(lines.lineText(place.line)) };
  };
}

function shiftAt(
  offset: number,
  shifts: readonly { readonly end: number; readonly shift: number }[],
): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shifts[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return shifts[low - 1]?.shift ?? 0;
}
