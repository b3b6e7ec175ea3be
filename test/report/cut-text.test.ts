import { describe, expect, test } from "vitest";
import { cutText } from "../../src/report/cut-text.ts";
import { fitSections } from "../../src/report/fit-sections.ts";

const LIMIT = { characters: 10, bytes: 20 };

describe("a text that is too long", () => {
  test.each([
    ["short", "short"],
    ["exactly ten", "exactly t…"],
    ["0123456789", "0123456789"],
    ["名前名前名前名前", "名前名前名…"],
    ["ab😀😀😀😀😀", "ab😀😀😀…"],
  ])("%j is cut to %j: in characters and in bytes, never within one", (text, cut) => {
    expect(cutText(text, LIMIT)).toBe(cut);
  });
});

describe("sections that do not fit", () => {
  const section = (text: string, isVital = false) => ({ text, isVital });

  test("are left out from the last one up, the vital ones never, and it is said", () => {
    const sections = [
      section("head", true),
      section("a".repeat(50)),
      section("b".repeat(100)),
      section("foot", true),
    ];
    const limit = { characters: 130, bytes: 130 };
    expect(fitSections(sections, limit, "See the file.")).toBe(
      `head\n\n${"a".repeat(50)}\n\nfoot\n\n> 1 part of this report did not fit here. See the file.\n`,
    );
  });

  test("are all there when they fit", () => {
    expect(fitSections([section("a"), section("b")], { characters: 9, bytes: 9 }, "w")).toBe("a\n\nb\n");
  });

  test("are cut when the vital ones alone do not fit", () => {
    const text = fitSections(
      [section("x".repeat(200), true)],
      { characters: 100, bytes: 100 },
      "See the file.",
    );
    expect(text).toMatch(/^x+\n\n… cut: See the file\.$/);
    expect(new TextEncoder().encode(text)).toHaveLength(100);
  });
});
