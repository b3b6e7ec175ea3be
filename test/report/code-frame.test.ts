import { describe, expect, test } from "vitest";
import { codeFrame } from "../../src/report/code-frame.ts";
import { displayWidth } from "../../src/report/line-cells.ts";
import { PLAIN } from "../../src/report/palette.ts";

function frame(source: string, name: string, width = 120): string {
  const column = source.indexOf(name) + 1;
  return codeFrame({ line: 7, column }, source, width, PLAIN).join("\n");
}

describe("a code frame", () => {
  test.each([
    ["plain", "class Settings:", "Settings"],
    ["tabs", "\t\tif a:\treturn Config", "Config"],
    ["wide characters", 'f("名前は長い", Config)', "Config"],
    ["a wide name", "設定 = 読む(設定値)", "設定値"],
    ["emoji", 'log("👩‍👩‍👧 🇩🇪 ✂️ 👍🏽"); Config()', "Config"],
    ["combining marks", "e\u0301te\u0301 = Config", "Config"],
    ["a lone carriage return", "x = 1\rConfig()", "Config"],
    ["an escape", "x = '\x1b[31m'; Config()", "Config"],
    ["no name at the place", "x = )", ")"],
  ])("%s: the carets stand under the name", (_, source, name) => {
    const [line = "", carets = ""] = frame(source, name).split("\n");
    const before = line.slice(0, line.indexOf(name));
    expect(displayWidth(before)).toBe(carets.indexOf("^"));
    expect(carets.replaceAll(/[^^]/g, "")).toHaveLength(displayWidth(name));
  });

  test("looks as it should", async () => {
    const frames = [
      frame("class Settings:", "Settings"),
      frame("\tif a:\treturn Config", "Config"),
      frame('f("名前は長い", Config)', "Config"),
      frame('log("👩‍👩‍👧 🇩🇪 ✂️ 👍🏽"); Config()', "Config"),
      frame(`start = [${"'x', ".repeat(60)}Config, ${"'y', ".repeat(60)}]`, "Config", 80),
      frame(`start = Config(${"'y', ".repeat(60)})`, "Config", 80),
      frame(`[${"'x', ".repeat(60)}, Config]`, "Config", 80),
      frame(`${"長".repeat(300)} Config ${"長".repeat(300)}`, "Config", 60),
      codeFrame({ line: 1234, column: 0 }, "no column", 80, PLAIN).join("\n"),
      codeFrame({ line: 3, column: 4 }, "end", 80, PLAIN).join("\n"),
      codeFrame({ line: 3, column: 99 }, "shorter now", 80, PLAIN).join("\n"),
      codeFrame({ line: 3, column: 1 }, "", 80, PLAIN).join("\n"),
    ];
    await expect(`${frames.join("\n\n")}\n`).toMatchFileSnapshot("snapshots/frames.txt");
  });

  test.each([40, 60, 80, 120])("is never wider than %i columns", (width) => {
    const sources = [
      `${"a".repeat(5000)} Config ${"b".repeat(5000)}`,
      `${"\t".repeat(100)}Config`,
      `${"長".repeat(30)}Config${"長".repeat(30)}`,
      `Config${"_long".repeat(100)}`,
      `${"👍".repeat(700)}Config`,
      `${"\x1b".repeat(50)}Config`,
    ];
    for (const source of sources) {
      const lines = frame(source, "Config", width).split("\n");
      for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
      expect(lines[0]).toContain("Config");
      expect(lines[1]).toContain("^^^^^^");
    }
  });

  test("a line of a megabyte is no work", () => {
    const source = `${"x".repeat(1_000_000)} Config ${"y".repeat(1_000_000)}`;
    const start = performance.now();
    frame(source, "Config");
    expect(performance.now() - start).toBeLessThan(500);
  });
});
