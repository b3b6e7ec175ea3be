import { describe, expect, test } from "vitest";
import { conflict } from "../../src/model/conflict.ts";
import { escapeMarkdown, markdownBlock, markdownCode } from "../../src/report/escape-markdown.ts";
import { renderMarkdown } from "../../src/report/markdown.ts";
import { outcome, REFUSED, REFUSED_SOURCES, report, residue, SAFE, view } from "./sample.ts";

describe("the Markdown view", () => {
  test("a safe dry run", async () => {
    const text = renderMarkdown(report(SAFE), view({ applyCommand: "rename-plan plan p.toml --apply" }));
    await expect(text).toMatchFileSnapshot("snapshots/safe.md.txt");
  });

  test("a refusal", async () => {
    const text = renderMarkdown(report(REFUSED), view({ lineText: REFUSED_SOURCES, maxItems: 1 }));
    await expect(text).toMatchFileSnapshot("snapshots/refused.md.txt");
  });

  test("text of a repository makes no markup, no mention and no link", async () => {
    const hostile = "</summary><img src=x> **b** `c` [l](http://x.y) | @someone #12 www.x.y\u202e ```\n~~~";
    const text = renderMarkdown(
      report({
        conflicts: [
          conflict("name/taken", "symbols[0]", hostile, { path: `${hostile}.py`, line: 1, column: 1 }),
        ],
        outcomes: [
          outcome({
            target: hostile,
            kind: hostile,
            residue: [residue("unresolved", "a.py:1:1", hostile, hostile)],
          }),
        ],
        notices: [hostile],
      }),
      view({ lineText: () => hostile }),
    );
    const outside = text.replaceAll(/^ *(`{3,})text\n[^]*?\n *\1$/gm, "");
    for (const raw of ["<img", " **b**", " `c`", "[l](", "@someone", "#12", "www.x", "http://", "\u202e"]) {
      expect(outside).not.toContain(raw);
    }
    await expect(text).toMatchFileSnapshot("snapshots/hostile.md.txt");
  });
});

describe("escaping for Markdown", () => {
  test("keeps letters of any script and blanks", () => {
    expect(escapeMarkdown("shop.config:Config (x) - y")).toBe("shop.config:Config (x) - y");
    expect(escapeMarkdown("größe 名前 a1")).toBe("größe 名前 a1");
  });

  test("breaks what GitHub would link", () => {
    expect(escapeMarkdown("@a #1 # a")).toBe("@<!-- -->a #<!-- -->1 # a");
    expect(markdownCode("@a|b")).toBe(String.raw`<code>@<!-- -->a\|b</code>`);
  });

  test("a block's fence is longer than any in it", () => {
    expect(markdownBlock(["a ```` b"])).toEqual(["`````text", "a ```` b", "`````"]);
    expect(markdownBlock([])).toEqual(["```text", "```"]);
  });
});
