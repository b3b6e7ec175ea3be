import { describe, expect, it } from "vitest";
import { lineIndex } from "../../src/model/line-index.ts";
import { comparePositions } from "../../src/model/position.ts";
import { randomText, seeded } from "./seeded.ts";

describe("lines", () => {
  it.each([
    ["", [""]],
    ["a", ["a"]],
    ["a\n", ["a", ""]],
    ["a\r\nb\rc\nd", ["a", "b", "c", "d"]],
    ["\n\r", ["", "", ""]],
    ["\r\r\n", ["", "", ""]],
    ["\n\n", ["", "", ""]],
    ["a\f\v\u0085\u2028\u2029b", ["a\f\v\u0085\u2028\u2029b"]],
  ])("of %j", (text, lines) => {
    const index = lineIndex(text);
    expect(Array.from({ length: index.lineCount }, (_, line) => index.lineText(line))).toEqual(lines);
  });

  it("that are not there are empty", () => {
    expect(lineIndex("a\nb").lineText(2)).toBe("");
    expect(lineIndex("a\nb").lineText(-1)).toBe("");
  });

  it("join to the text again, whatever the text", () => {
    const random = seeded(1);
    for (let round = 0; round < 500; round++) {
      const text = randomText(random, 30);
      const index = lineIndex(text);
      const lines = Array.from({ length: index.lineCount }, (_, line) => index.lineText(line));
      expect(lines).toEqual(text.split(/\r\n|\n|\r/));
    }
  });
});

describe("positions", () => {
  it("count UTF-16 code units", () => {
    expect(lineIndex("x\n😀y").positionAt(4)).toEqual({ line: 1, character: 2 });
    expect(lineIndex("x\n😀y").rangeAt(4, 5)).toEqual({
      start: { line: 1, character: 2 },
      end: { line: 1, character: 3 },
    });
  });

  it("behind the end of a line are clamped to it, and behind the last line to the end", () => {
    const index = lineIndex("ab\r\ncd\n");
    expect(index.offsetAt({ line: 0, character: 9 })).toBe(2);
    expect(index.offsetAt({ line: 1, character: 9 })).toBe(6);
    expect(index.offsetAt({ line: 2, character: 9 })).toBe(7);
    expect(index.offsetAt({ line: 3, character: 0 })).toBe(7);
  });

  it("convert to offsets and back, in order, whatever the text", () => {
    const random = seeded(2);
    for (let round = 0; round < 300; round++) {
      const text = randomText(random, 30);
      const index = lineIndex(text);
      let last = index.positionAt(0);
      for (let offset = 0; offset <= text.length; offset++) {
        const position = index.positionAt(offset);
        expect(comparePositions(last, position)).toBeLessThanOrEqual(0);
        last = position;
        const isInside = position.character <= index.lineText(position.line).length;
        // An offset between \r and \n belongs to no place of the line; it is clamped.
        expect(index.offsetAt(position)).toBe(isInside ? offset : offset - 1);
      }
    }
  });
});
