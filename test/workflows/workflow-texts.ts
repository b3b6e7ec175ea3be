import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface WorkflowText {
  /** The file, and behind a colon the line that a block of Markdown starts at. */
  readonly name: string;
  readonly text: string;
}

export const ROOT = join(import.meta.dirname, "../..");
const FOLDER = ".github/workflows";

/** Every workflow of this project: its own, and those that its documents tell people to copy. */
export function workflowTexts(): readonly WorkflowText[] {
  const own = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);
  const documents = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)];
  return [
    ...own.map((name) => ({ name, text: read(name) })),
    ...documents.filter((name) => name.endsWith(".md")).flatMap((name) => inMarkdown(name, read(name))),
  ];
}

/** Blocks marked as YAML; one that is a list is steps, and gets a workflow around it. */
export function inMarkdown(name: string, text: string): readonly WorkflowText[] {
  return [...text.matchAll(/^```ya?ml\n(.*?)^```$/gms)].map((match) => {
    const [, block = ""] = match;
    const line = text.slice(0, match.index).split("\n").length + 1;
    return { name: `${name}:${line}`, text: block.startsWith("- ") ? around(block) : block };
  });
}

function around(steps: string): string {
  return `on:
  pull_request:
    types: [opened, labeled]
permissions: {}
jobs:
  steps:
    runs-on: ubuntu-latest
    timeout-minutes: 1
    steps:
${steps.replaceAll(/^(?=.)/gm, "      ")}`;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
