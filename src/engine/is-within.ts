import type { FileEdit } from "../model/text-edit.ts";
import { lastLine } from "../model/text-edit.ts";
import type { ResidueItem } from "../model/residue-item.ts";

/** Whether a place lies within one of the edits. */
export function isWithin(changes: readonly FileEdit[]): (item: ResidueItem) => boolean {
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  return ({ path, line, column }) =>
    edits.get(path)?.some((edit) => {
      const startsBefore = edit.line < line - 1 || (edit.line === line - 1 && edit.startCol < column);
      const end = lastLine(edit);
      return startsBefore && (line - 1 < end || (line - 1 === end && column <= edit.endCol));
    }) === true;
}
