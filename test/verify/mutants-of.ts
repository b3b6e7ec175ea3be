import type { FileEdit, TextEdit } from "../../src/model/text-edit.ts";
import { lastLine } from "../../src/model/text-edit.ts";
import { lineIndex } from "../../src/model/line-index.ts";
import type { Grammar } from "../../src/python/grammar.ts";
import { leaves } from "../../src/python/leaves.ts";

export type Fault = "drop" | "shift" | "duplicate" | "misdirect";

/** The edits of a plan with one of them wrong. */
export interface Mutant {
  readonly fault: Fault;
  readonly path: string;
  /** 1-based line of the edit that is wrong, and what it would have written. */
  readonly line: number;
  readonly newText: string;
  readonly changes: readonly FileEdit[];
}

/** One mutant for each fault that can be made of each edit. `texts` are the texts before, by path. */
export function mutantsOf(
  changes: readonly FileEdit[],
  texts: ReadonlyMap<string, string>,
  grammar: Grammar,
): readonly Mutant[] {
  return changes.flatMap((change) =>
    change.edits.flatMap((edit, index) => {
      const text = texts.get(change.path) ?? "";
      const others = change.edits.filter((_, i) => i !== index);
      const faults: readonly (readonly [Fault, readonly TextEdit[]])[] = [
        ["drop", others],
        ["shift", sorted([...others, shifted(edit, text)])],
        ["duplicate", sorted([...change.edits, again(edit)])],
        ["misdirect", misdirected(edit, change.edits, text, grammar, others)],
      ];
      return (
        faults
          .filter(([fault, edits]) => fault !== "misdirect" || edits.length > others.length)
          // White space twice is white space.
          .filter(([fault]) => fault !== "duplicate" || edit.newText.trim() !== "")
          .map(([fault, edits]) => ({
            fault,
            path: change.path,
            line: edit.line + 1,
            newText: edit.newText,
            changes: changes.map((other) => (other === change ? { ...change, edits } : other)),
          }))
      );
    }),
  );
}

/** One character further, or back where the line ends. */
function shifted(edit: TextEdit, text: string): TextEdit {
  const by = edit.endCol < lineIndex(text).lineText(lastLine(edit)).length ? 1 : -1;
  return { ...edit, startCol: edit.startCol + by, endCol: edit.endCol + by };
}

/** What it writes, once more behind it. */
function again(edit: TextEdit): TextEdit {
  return { line: lastLine(edit), startCol: edit.endCol, endCol: edit.endCol, newText: edit.newText };
}

/** At the next name of the file that is not rewritten; one of the same name is preferred. */
function misdirected(
  edit: TextEdit,
  all: readonly TextEdit[],
  text: string,
  grammar: Grammar,
  others: readonly TextEdit[],
): readonly TextEdit[] {
  const lines = lineIndex(text);
  const start = lines.offsetAt({ line: edit.line, character: edit.startCol });
  const end = lines.offsetAt({ line: lastLine(edit), character: edit.endCol });
  const isFree = (from: number, to: number) =>
    all.every((e) => {
      const a = lines.offsetAt({ line: e.line, character: e.startCol });
      const b = lines.offsetAt({ line: lastLine(e), character: e.endCol });
      return to <= a || b <= from;
    });
  const free = leaves(grammar, text).filter((l) => l.type === "identifier" && isFree(l.start, l.end));
  const same = free.find((leaf) => leaf.text === text.slice(start, end));
  const target = same ?? free.find((leaf) => leaf.start > start) ?? free[0];
  if (target === undefined) return others;
  const at = lines.positionAt(target.start);
  const moved = {
    line: at.line,
    startCol: at.character,
    endCol: at.character + target.text.length,
    newText: edit.newText,
  };
  return sorted([...others, moved]);
}

function sorted(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.line - b.line || a.startCol - b.startCol || a.endCol - b.endCol);
}
