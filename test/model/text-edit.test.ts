import { describe, expect, it } from "vitest";
import { lineIndex } from "../../src/model/line-index.ts";
import { applyEdits, mergeEdits, type TextEdit } from "../../src/model/text-edit.ts";
import { randomText, seeded, type Random } from "./seeded.ts";

function edit(line: number, startCol: number, endCol: number, newText: string): TextEdit {
  return { line, startCol, endCol, newText };
}

describe("merging", () => {
  it("sorts and drops repeated edits", () => {
    const a = edit(0, 4, 7, "new");
    const b = edit(2, 0, 3, "new");
    const c = edit(2, 8, 11, "new");
    expect(mergeEdits([c, a, b, { ...a }, c])).toEqual({ ok: true, edits: [a, b, c] });
  });

  it("takes edits that touch for disjoint", () => {
    const edits = [edit(0, 0, 3, "x"), edit(0, 3, 6, "y")];
    expect(mergeEdits(edits)).toEqual({ ok: true, edits });
  });

  it("lists every pair that overlaps with another text or range", () => {
    const a = edit(0, 0, 3, "x");
    const b = edit(0, 0, 3, "y");
    const c = edit(0, 2, 5, "x");
    expect(mergeEdits([a, b, c])).toEqual({
      ok: false,
      overlaps: [
        { first: a, second: b },
        { first: a, second: c },
      ],
    });
  });

  it("finds an overlap behind a short edit inside a long one", () => {
    const merged = mergeEdits([edit(0, 0, 10, "x"), edit(0, 1, 2, "y"), edit(0, 8, 9, "z")]);
    expect(merged).toMatchObject({ ok: false, overlaps: [{}, {}] });
  });

  it("of nothing is nothing", () => {
    expect(mergeEdits([])).toEqual({ ok: true, edits: [] });
  });

  it("does not depend on the order of the edits", () => {
    const random = seeded(3);
    for (let round = 0; round < 300; round++) {
      const edits = randomEdits(random, "abcdefgh\nabcdefgh\n");
      const merged = mergeEdits([...edits, ...edits.slice(0, random(3))].sort(() => random(3) - 1));
      expect(merged).toEqual({ ok: true, edits });
    }
  });
});

describe("applying", () => {
  it("replaces in every line and keeps line ends", () => {
    const edits = [edit(0, 4, 7, "new"), edit(1, 0, 3, "newer"), edit(2, 0, 3, "")];
    expect(applyEdits("x = old\r\nold()\rold\n", edits)).toBe("x = new\r\nnewer()\r\n");
  });

  it("counts UTF-16 code units", () => {
    expect(applyEdits("'😀', old", [edit(0, 6, 9, "new")])).toBe("'😀', new");
  });

  it("inserts at the ends of a line", () => {
    expect(applyEdits("ab\ncd", [edit(0, 0, 0, "<"), edit(0, 2, 2, ">"), edit(1, 2, 2, "!")])).toBe(
      "<ab>\ncd!",
    );
  });

  it.each([
    ["behind the end of the line", [edit(0, 1, 4, "x")]],
    ["into the line end", [edit(0, 3, 4, "x")]],
    ["in a line that is not there", [edit(2, 0, 0, "x")]],
    ["that ends before it starts", [edit(0, 2, 1, "x")]],
    ["that overlaps", [edit(0, 0, 2, "x"), edit(0, 1, 3, "y")]],
    ["that is not sorted", [edit(1, 0, 1, "x"), edit(0, 0, 1, "y")]],
  ])("refuses an edit %s", (_, edits) => {
    expect(() => applyEdits("abc\ndef", edits)).toThrow(RangeError);
  });

  it("changes exactly the edited characters, whatever the text", () => {
    const random = seeded(4);
    for (let round = 0; round < 500; round++) {
      const text = randomText(random, 40);
      const edits = randomEdits(random, text);
      expect(applyEdits(text, edits)).toBe(fromTheBack(text, edits));
    }
  });

  it("is undone by the edits back", () => {
    const random = seeded(5);
    for (let round = 0; round < 500; round++) {
      const text = randomText(random, 40);
      const lines = lineIndex(text);
      const edits = randomEdits(random, text);
      const shift = new Map<number, number>();
      const back = edits.map(({ line, startCol, endCol, newText }) => {
        const start = startCol + (shift.get(line) ?? 0);
        shift.set(line, (shift.get(line) ?? 0) + newText.length - (endCol - startCol));
        return edit(line, start, start + newText.length, lines.lineText(line).slice(startCol, endCol));
      });
      expect(applyEdits(applyEdits(text, edits), back)).toBe(text);
    }
  });
});

/** Sorted and disjoint edits that fit a text. None deletes all it covers: that could join a `\r` and a `\n`. */
function randomEdits(random: Random, text: string): readonly TextEdit[] {
  const index = lineIndex(text);
  const edits: TextEdit[] = [];
  for (let line = 0; line < index.lineCount; line++) {
    const length = index.lineText(line).length;
    let column = random(4);
    while (column < length) {
      const end = Math.min(length, column + 1 + random(3));
      edits.push(edit(line, column, end, `${randomText(random, 3).replace(/[\r\n]/g, "_")}.`));
      column = end + random(4);
    }
  }
  return edits;
}

/** The plain way: replace from the last edit to the first. */
function fromTheBack(text: string, edits: readonly TextEdit[]): string {
  const index = lineIndex(text);
  return edits.toReversed().reduce((result, { line, startCol, endCol, newText }) => {
    const start = index.offsetAt({ line, character: startCol });
    return result.slice(0, start) + newText + result.slice(start + endCol - startCol);
  }, text);
}
