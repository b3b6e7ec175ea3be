import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../src/report/sheet/html.ts";
import type { Report } from "../../src/report/report.ts";
import { bundle, SERVER } from "../dist/bundle.ts";
import { outcome, report, residue, view } from "../report/sample.ts";
import { startChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let browser: Browser;
beforeAll(async () => void (browser = await startChromium()), 600_000);
afterAll(() => browser.close());

const FILES = {
  "shop/__init__.py": "",
  "shop/config.py":
    '"""The Config of the shop."""\n\n\nclass Config:\n    """A Config, see :class:`Config`."""\n\n    # Config is read once\n    kind = "Config"\n\n    def load(self):\n        return self\n\n\nclass Other:\n    def load(self):\n        return self\n',
  "shop/use.py":
    "from shop.config import Config\n\n\ndef use(it):\n    return it.load()\n\n\nprint(*map(use, [Config()]))\n",
  "docs/guide.md": "# Config\n\nA `Config` is a Config.\n",
  "docs/old.md": "Config was made in 2020.\n",
};
const PLAN = `version = 1
require_decisions = true

[[symbols]]
module = "shop.config"
name = "Config"
new_name = "Settings"

[[symbols]]
module = "shop.config"
name = "Config.load"
new_name = "read"
`;

test("from what is left to a plan that applies, by the keyboard (FR-007, WE-4)", async () => {
  using program = bundle({ ...FILES, "plan.toml": PLAN });
  const server = ["--server", SERVER];
  const tried = await program.run("plan", "plan.toml", "--report", "report.json", ...server);
  expect(tried).toMatchObject({ code: 1 });
  expect(tried.stdout).toContain("[unresolved]");
  const shown = await program.run("report", "report.json", "--format", "html");
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  const page = await openSheet(shown.stdout, program.home.path);

  expect(await page.locator("mark", { hasText: "load" }).first().textContent()).toBe("load");
  await press(page, "section.reason[aria-label=unresolved] button[data-all=rename]");
  await press(page, "section.reason[aria-label=docstring] button[data-all=rename]");
  await press(page, "section.reason[aria-label=comment] button[data-all=keep]");
  await press(page, "section.reason[aria-label=string_literal] button[data-all=keep]");
  await press(page, "section.reason[aria-label=out_of_scope] button[data-all=rename]");
  await press(page, 'section.file[aria-label="out_of_scope in docs/old.md"] button[data-all=keep]');
  const title = page.locator('.place[data-path="docs/guide.md"][data-line="1"] input[value=rename]');
  await title.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("#status").textContent()).toMatch(/^\d+ decided, 0 undecided/);
  const decisions = await page.locator("#toml").inputValue();
  await page.close();

  program.repo.write("plan.toml", `${PLAN}\n${decisions}`);
  const applied = await program.run("plan", "plan.toml", "--apply", "--report", "report.json", ...server);
  expect(applied, applied.stdout).toMatchObject({ code: 0 });
  const text = (path: string) => readFileSync(join(program.repo.path, path), "utf8");
  expect(text("docs/guide.md")).toBe("# Config\n\nA `Settings` is a Settings.\n");
  expect(text("docs/old.md")).toBe(FILES["docs/old.md"]);
  expect(text("shop/use.py")).toContain("return it.read()");
  expect(text("shop/config.py")).toBe(
    '"""The Settings of the shop."""\n\n\nclass Settings:\n    """A Settings, see :class:`Settings`."""\n\n    # Config is read once\n    kind = "Config"\n\n    def read(self):\n        return self\n\n\nclass Other:\n    def load(self):\n        return self\n',
  );
});

describe("the sheet", () => {
  test.each(["light", "dark"] as const)("is accessible in %s, wide and narrow", async (colorScheme) => {
    using folder = temporaryFolder();
    const file = written(
      renderHtml(report({ outcomes: [outcome({ residue: SAMPLE })] }), view()),
      folder.path,
    );
    for (const width of [1300, 390]) {
      // The check itself is a script that the sheet would not let in.
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      await page.goto(file);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const wider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect(wider).toBe(false);
      await page.close();
    }
  });

  test("runs and loads nothing that a text of the repository says", async () => {
    const evil =
      '</script><img src="http://127.0.0.1:9/x" onerror="document.title=1">\u202e" autofocus onfocus="document.title=1';
    const items = [residue("comment", "a.py:1:1", evil, evil), residue("comment", 'b"><b>.py:1:1', "Config")];
    using folder = temporaryFolder();
    const html = renderHtml(
      report({ outcomes: [outcome({ target: evil, residue: items })], notices: [evil] }),
      view(),
    );
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const file = written(html, folder.path);
    await page.goto(file);
    expect(requests).toEqual([file]);
    expect(await page.title()).toBe("rename-plan: Safe to apply: nothing to change");
    expect(await page.locator("img, main b > b").count()).toBe(0);
    expect(await page.locator(".place").first().getAttribute("data-text")).toBe(evil);
    await page.close();
  });

  test("filters places, and keeps the choices when it is opened again", async () => {
    using folder = temporaryFolder();
    const page = await openSheet(
      renderHtml(report({ outcomes: [outcome({ residue: SAMPLE })] }), view()),
      folder.path,
    );
    await page.locator("#search").fill("guide");
    expect(await page.locator(".place:visible").count()).toBe(2);
    await page.locator('.place[data-text="a Config"] input[value=keep]').check();
    await page.locator("#undecided").check();
    expect(await page.locator(".place:visible").count()).toBe(1);
    await page.reload();
    await expect.poll(() => page.locator("#status").textContent()).toBe("1 decided, 4 undecided; 5 lines");
    expect(await page.locator("#toml").inputValue()).toBe(
      '[[decisions]]\npath = "docs/guide.md"\nline = 3\ntext = "a Config"\naction = "keep"\n',
    );
    await page.close();
  });

  test("writes what agrees as one decision, also of 5,000 places", async () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      residue("comment", `src/m${i % 50}.py:${i + 1}:3`, "# Config"),
    );
    using folder = temporaryFolder();
    const page = await openSheet(
      renderHtml(report({ outcomes: [outcome({ residue: many })] }), view()),
      folder.path,
    );
    await press(page, "section.reason button[data-all=rename]");
    await press(page, 'section.file[aria-label="comment in src/m7.py"] button[data-all=keep]');
    await page.locator('.place[data-path="src/m3.py"][data-line="4"] input[value=keep]').check();
    await expect.poll(() => page.locator("#status").textContent()).toMatch(/^5000 decided, 0 undecided/);
    expect(await page.locator("#toml").inputValue()).toBe(
      [
        '[[decisions]]\nreason = "comment"\naction = "rename"\n',
        '[[decisions]]\npath = "src/m3.py"\nline = 4\ntext = "# Config"\naction = "keep"\n',
        '[[decisions]]\nreason = "comment"\npaths = ["src/m7.py"]\naction = "keep"\n',
      ].join("\n"),
    );
    await page.close();
  });
});

const SAMPLE: Report["outcomes"][number]["residue"] = [
  residue(
    "unresolved",
    "a.py:4:7",
    "return it.Config",
    "the type of the object in front of the dot is not known",
  ),
  residue("docstring", "a.py:1:4", '"""Config."""', "a docstring"),
  residue("out_of_scope", "docs/guide.md:1:3", "# Config", "a file that is no analysed Python"),
  residue("out_of_scope", "docs/guide.md:3:3", "a Config", "a file that is no analysed Python"),
  residue("comment", `${"very/long/".repeat(30)}x.py:3:3`, `# Config ${"x".repeat(900)}`, "a comment"),
  residue("other_symbol", "b.py:3:3", "Config = 1", "a variable"),
];

async function openSheet(html: string, folder: string): Promise<Page> {
  const page = await browser.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(written(html, folder));
  return page;
}

function written(html: string, folder: string): string {
  const file = join(folder, "sheet.html");
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

async function press(page: Page, button: string): Promise<void> {
  await page.locator(button).first().focus();
  await page.keyboard.press("Enter");
}
