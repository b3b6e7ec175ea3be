import type { FileEdit } from "../model/text-edit.ts";
import type { ResidueItem } from "../model/residue-item.ts";

/** Whether a place lies within an edit of a `strings` entry: the author has said what the text there becomes. */
export function isWithin(changes: readonly FileEdit[]): (item: ResidueItem) => boolean {
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  return ({ path, line, column }) =>
    edits.get(path)?.some((e) => e.line === line - 1 && e.startCol < column && column <= e.endCol) === true;
}
