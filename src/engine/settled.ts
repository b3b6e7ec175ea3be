import type { ResidueItem } from "../model/residue-item.ts";
import { blocks } from "../model/residue-item.ts";
import type { FileEdit, TextEdit } from "../model/text-edit.ts";
import { lastLine } from "../model/text-edit.ts";
import { wordOffsets } from "../python/words.ts";

/** Whether what is left of an old text at a place is settled by an edit that something else makes there. */
export type Settled = (item: ResidueItem, old: string, to: string) => boolean;

/** A place that refuses is settled where the edit writes the new text, any other one where the old text is gone. */
export function settled(changes: readonly FileEdit[]): Settled {
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  return (item, old, to) => {
    const edit = editAt(item, edits.get(item.path) ?? []);
    if (edit === null) return false;
    return blocks(item) ? holds(edit.newText, to) : !holds(edit.newText, old);
  };
}

/** The edit that a place lies in; edits are sorted and disjoint. */
function editAt({ line, column }: ResidueItem, edits: readonly TextEdit[]): TextEdit | null {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit === undefined) break;
    const end = lastLine(edit);
    if (end < line - 1 || (end === line - 1 && edit.endCol < column)) low = middle + 1;
    else high = middle;
  }
  const edit = edits[low];
  if (edit === undefined) return null;
  return edit.line < line - 1 || (edit.line === line - 1 && edit.startCol < column) ? edit : null;
}

function holds(text: string, part: string): boolean {
  return wordOffsets(text, part).length > 0;
}
