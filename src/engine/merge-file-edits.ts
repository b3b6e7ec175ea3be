import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { mergeEdits } from "../model/text-edit.ts";

/** The edits of two stages together, one FileEdit a file, sorted by path; two texts for one place are a conflict. */
export function mergeFileEdits(
  first: readonly FileEdit[],
  second: readonly FileEdit[],
): { readonly changes: readonly FileEdit[]; readonly conflicts: readonly Conflict[] } {
  const byPath = new Map(first.map((file) => [file.path, file]));
  const conflicts: Conflict[] = [];
  for (const file of second) {
    const merged = mergeEdits([...(byPath.get(file.path)?.edits ?? []), ...file.edits]);
    if (merged.ok) byPath.set(file.path, { ...file, edits: merged.edits });
    else {
      for (const overlap of merged.overlaps) {
        const message = `Two entries would write ${overlap.first.newText} and ${overlap.second.newText} in one place.`;
        const place = { path: file.path, line: overlap.first.line + 1, column: overlap.first.startCol + 1 };
        conflicts.push(conflict("entry/overlap", "", message, place));
      }
    }
  }
  const changes = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { changes, conflicts };
}
