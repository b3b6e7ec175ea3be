import { describe, expect, test } from "vitest";
import { palette } from "../../src/cli/color.ts";
import { readEnvironment } from "../../src/cli/environment.ts";

describe("colour", () => {
  test.each([
    ["auto", true, {}, true],
    ["auto", false, {}, false],
    ["auto", true, { NO_COLOR: "1" }, false],
    ["auto", true, { NO_COLOR: "" }, true],
    ["auto", true, { TERM: "dumb" }, false],
    ["auto", false, { FORCE_COLOR: "1" }, true],
    ["auto", false, { FORCE_COLOR: "" }, true],
    ["auto", true, { FORCE_COLOR: "0" }, false],
    ["auto", false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    ["always", false, { NO_COLOR: "1" }, true],
    ["never", true, { FORCE_COLOR: "1" }, false],
  ] as const)(
    "--color %s, terminal %s, %j: %s (REQ-109-205)",
    (choice, isTerminal, variables, isColoured) => {
      const shown = palette(choice, isTerminal, readEnvironment(variables)).bad("x");
      expect(shown).toBe(isColoured ? "\x1b[31mx\x1b[39m" : "x");
    },
  );
});
