import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { actionlint } from "./actionlint.ts";
import { languageService } from "./language-service.ts";
import type { Findings } from "./language-service.ts";
import { ROOT, workflowTexts } from "./workflow-texts.ts";

const ACTION = readFileSync(join(ROOT, "action.yml"), "utf8");
const WORKFLOWS = workflowTexts();
const validate = await languageService(ACTION);

/** Neither linter follows `./`, and the one knows the inputs of this action by its name. */
async function lint(text: string): Promise<Findings> {
  const named = text.replaceAll(/uses: \.\/$/gm, "uses: OWNER/rename-plan@v1");
  const path = ".github/workflows/linted.yml";
  return [...(await validate(path, named)), ...(await actionlint(path, named))];
}

describe("action.yml", () => {
  test("has nothing that GitHub's language service finds fault with", async () => {
    expect(await validate("action.yml", ACTION)).toEqual([]);
  });

  test.each([
    ["a runtime that is none", "using: node24", "using: node22", "Unexpected value 'node22'"],
    ["no main", "  main: dist/action.js\n", "", "'main' is required"],
    ["a key that is none", "  post: dist/action.js", "  psot: dist/action.js", "Unexpected value 'psot'"],
    ["an icon that is none", "icon: edit-3", "icon: pencil", "Unexpected value 'pencil'"],
    ["no description", /^description: .*\n/m, "", "description"],
  ])("would be found with %s", async (_what, before, after, message) => {
    const planted = ACTION.replace(before, after);
    expect(planted).not.toBe(ACTION);
    expect(await validate("action.yml", planted)).toContainEqual(expect.stringContaining(message));
  });
});

describe("the workflows", () => {
  test("are found: this project's own, and those in the documents", () => {
    const files = new Set(WORKFLOWS.map(({ name }) => name.replace(/:\d+$/, "")));
    expect(files).toContain(".github/workflows/check.yml");
    expect(files).toContain(".github/workflows/rename-plan.yml");
    expect(files).toContain("README.md");
  });

  test.each(WORKFLOWS)("$name has nothing that a linter finds fault with", async ({ text }) => {
    expect(await lint(text)).toEqual([]);
  });

  const readme = WORKFLOWS.find(({ name }) => name.startsWith("README.md"))?.text ?? "";
  test.each([
    ["a permission that is none", "checks: write", "check: write", "unknown permission scope"],
    ["a level that is none", "checks: write", "checks: wirte", "Unexpected value 'wirte'"],
    ["an activity that is none", "labeled,", "labelled,", "invalid activity type"],
    ["no runner", /^ *runs-on:.*\n/m, "", "runs-on"],
    ["a context that is none", "github.event.", "github.evnet.", "evnet"],
    [
      "an input that is none",
      "rename-plan@v1",
      "rename-plan@v1\n        with:\n          pln: x",
      "Invalid action input 'pln'",
    ],
    [
      "untrusted text in a script",
      "- uses: OWNER/rename-plan@v1",
      "- run: echo ${{ github.event.pull_request.title }}",
      "potentially untrusted",
    ],
  ])("would be found with %s", async (_what, before, after, message) => {
    const planted = readme.replace(before, after);
    expect(planted).not.toBe(readme);
    expect(await lint(planted)).toContainEqual(expect.stringContaining(message));
  });
});
