import { lineIndex } from "../model/line-index.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { CellPlace } from "../python/notebook-cells.ts";
import { wordOffsets } from "../python/words.ts";
import { shownLine } from "./classify.ts";
import { foreignPlace } from "./foreign-text.ts";

export interface NamedMention {
  readonly name: string;
  readonly item: ResidueItem;
  /** The name is meant, and not a word of a sentence. */
  readonly isMarked: boolean;
}

/** Every whole word of the names in a file that the engine does not analyse. `cellAt` finds the places of a notebook. */
export function mentions(
  path: string,
  text: string,
  names: ReadonlySet<string>,
  cellAt: (offset: number) => CellPlace | null = () => null,
): readonly NamedMention[] {
  const present = [...names].filter((name) => text.includes(name));
  if (present.length === 0) return [];
  const lines = lineIndex(text);
  return present.flatMap((name) =>
    wordOffsets(text, name).map((offset) => {
      const { line, character } = lines.positionAt(offset);
      const written = lines.lineText(line);
      const place = foreignPlace(path, written, character, name.length);
      const cell = cellAt(offset);
      const item: ResidueItem = {
        path,
        line: line + 1,
        column: character + 1,
        text: shownLine(written),
        reason: "out_of_scope",
        detail: cell === null ? place.detail : `${place.detail}, cell ${cell.cell}, line ${cell.line}`,
      };
      return { name, item, isMarked: place.isMarked };
    }),
  );
}

/** The same place, in a Python file that nobody can read. */
export function unparseableItem(item: ResidueItem, why: string): ResidueItem {
  return { ...item, reason: "unparseable", detail: why };
}
