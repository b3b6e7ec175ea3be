import { lineIndex } from "../model/line-index.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { shownLine } from "./classify.ts";
import { wordOffsets } from "../python/words.ts";

/** Every whole word of the names in a file that the engine does not analyse. */
export function mentions(
  path: string,
  text: string,
  names: ReadonlySet<string>,
): readonly { readonly name: string; readonly item: ResidueItem }[] {
  const present = [...names].filter((name) => text.includes(name));
  if (present.length === 0) return [];
  const lines = lineIndex(text);
  return present.flatMap((name) =>
    wordOffsets(text, name).map((offset) => {
      const { line, character } = lines.positionAt(offset);
      const item: ResidueItem = {
        path,
        line: line + 1,
        column: character + 1,
        text: shownLine(lines.lineText(line)),
        reason: "out_of_scope",
        detail: "a file that is no analysed Python",
      };
      return { name, item };
    }),
  );
}

/** The same place, in a Python file that nobody can read. */
export function unparseableItem(item: ResidueItem, why: string): ResidueItem {
  return { ...item, reason: "unparseable", detail: why };
}
