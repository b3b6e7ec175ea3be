import { styleText } from "node:util";
import { describe, expect, test } from "vitest";
import { conflict } from "../../src/model/conflict.ts";
import type { Palette } from "../../src/report/palette.ts";
import { renderText } from "../../src/report/text.ts";
import { linesOf, outcome, REFUSED, REFUSED_SOURCES, report, residue, SAFE, view } from "./sample.ts";

const COLOURED: Palette = {
  good: (text) => styleText("green", text, { validateStream: false }),
  bad: (text) => styleText("red", text, { validateStream: false }),
  strong: (text) => styleText("bold", text, { validateStream: false }),
  faint: (text) => styleText("dim", text, { validateStream: false }),
  place: (text) => styleText("cyan", text, { validateStream: false }),
};

const COMMAND = "rename-plan plan rename-plan.toml --apply";

describe("the terminal view", () => {
  test("a safe dry run: counts, residue by reason, the command that applies (REQ-109-036, REQ-109-041)", async () => {
    const text = renderText(report(SAFE), view({ applyCommand: COMMAND }));
    await expect(text).toMatchFileSnapshot("snapshots/safe.txt");
  });

  test("an applied plan prints its residue too (REQ-109-041)", async () => {
    const text = renderText(report({ ...SAFE, status: "applied" }), view({ applyCommand: COMMAND }));
    await expect(text).toMatchFileSnapshot("snapshots/applied.txt");
  });

  test("a refusal: frames with carets for conflicts and for every place that blocks", async () => {
    const text = renderText(report(REFUSED), view({ lineText: REFUSED_SOURCES }));
    await expect(text).toMatchFileSnapshot("snapshots/refused.txt");
  });

  test("without the sources the lines of the report stand for them", async () => {
    await expect(renderText(report(REFUSED), view())).toMatchFileSnapshot("snapshots/refused-no-sources.txt");
  });

  test("colour changes no character of the text", async () => {
    const text = renderText(report(REFUSED), view({ lineText: REFUSED_SOURCES, palette: COLOURED }));
    // oxlint-disable-next-line no-control-regex
    expect(text.replaceAll(/\x1b\[\d+m/g, "")).toBe(
      renderText(report(REFUSED), view({ lineText: REFUSED_SOURCES })),
    );
    await expect(text).toMatchFileSnapshot("snapshots/refused-coloured.txt");
  });

  test("at most so many places are shown, and the rest is counted", async () => {
    const many = Array.from({ length: 42 }, (_, i) =>
      residue("comment", `src/a.py:${i + 1}:3`, `# Config ${i}`),
    );
    const unresolved = Array.from({ length: 5 }, (_, i) =>
      residue("unresolved", `src/b.py:${i + 1}:1`, "Config"),
    );
    const refused = report({
      conflicts: [conflict("residue/unresolved", "symbols[0]", "5 places could belong to the symbol.")],
      outcomes: [outcome({ residue: [...many, ...unresolved] })],
    });
    await expect(renderText(refused, view({ maxItems: 2 }))).toMatchFileSnapshot("snapshots/many.txt");
    expect(renderText(refused, view({ maxItems: 2, reportFile: "r.json" }))).toContain(
      "… and 40 more; r.json has all",
    );
  });

  test("faults of a plan file, with its lines", async () => {
    const lineText = linesOf({ "rename-plan.toml": 'version = 1\n\n[[symbols]]\nmodul = "a"\nname = "b"\n' });
    const faults = report({
      server: null,
      conflicts: [
        conflict("plan/invalid", "symbols[0]", 'unknown key "modul"; did you mean "module"?', {
          path: "rename-plan.toml",
          line: 4,
          column: 1,
        }),
        conflict("plan/invalid", "symbols[0]", "new_name is missing", { path: "rename-plan.toml", line: 3 }),
      ],
    });
    await expect(renderText(faults, view({ lineText }))).toMatchFileSnapshot("snapshots/plan-faults.txt");
  });

  test("nothing of a repository reaches the terminal raw", async () => {
    const hostile = "\x1b[2J\u202eevil\u2066\r::error::\x07\u009b31m\u200f\ud800 \u{e0041}";
    const text = renderText(
      report({
        conflicts: [
          conflict("name/taken", "symbols[0]", `message ${hostile}`, {
            path: `a${hostile}.py`,
            line: 1,
            column: 3,
          }),
        ],
        outcomes: [
          outcome({
            target: `m:${hostile} -> x`,
            kind: hostile,
            errors: [hostile],
            residue: [
              residue("unresolved", `${"u".repeat(3)}.py:1:1`, hostile, hostile),
              { ...residue("comment", "x.py:1:1", hostile), path: `p\n${hostile}` },
            ],
          }),
        ],
        notices: [hostile],
      }),
      view({ lineText: () => `x ${hostile} Config`, reportFile: hostile, maxItems: 1 }),
    );
    // oxlint-disable-next-line no-control-regex
    const raw = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u;
    expect(text).not.toMatch(raw);
    await expect(text).toMatchFileSnapshot("snapshots/hostile.txt");
  });
});
