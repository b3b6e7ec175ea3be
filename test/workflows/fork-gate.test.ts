import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { workflowTexts } from "./workflow-texts.ts";

/** The script of the workflow that docs/github.md has for pull requests from forks. */
const SCRIPT = scriptOf(workflowTexts().find(({ text }) => text.includes("pull_request_target"))?.text ?? "");

/** Answers like `gh api`, a line for each thing that is found, and keeps what is written. */
const GH = `#!/bin/sh
case "$*" in
  *statuses*) printf '%s\\n' "$*" > "$WRITTEN" ;;
  *changed_files*) printf '%s' "$CHANGED" ;;
  *test*) printf '%s' "$PLANS" ;;
  *files*) printf '%s' "$FILES" ;;
esac
`;

function scriptOf(workflow: string): string {
  const { jobs }: { readonly jobs: { readonly gate: { readonly steps: readonly [Step] } } } = parse(workflow);
  return jobs.gate.steps[0].run;
}

interface Step {
  readonly run: string;
}

function written(answers: {
  readonly plans: string;
  readonly files: string;
  readonly changed: string;
}): string {
  using folder = temporaryFolder();
  folder.write({ "bin/gh": GH, "script.sh": SCRIPT });
  chmodSync(join(folder.path, "bin/gh"), 0o755);
  const file = join(folder.path, "written");
  execFileSync("bash", ["-e", join(folder.path, "script.sh")], {
    env: {
      PATH: `${join(folder.path, "bin")}:${process.env["PATH"] ?? ""}`,
      REPOSITORY: "o/r",
      NUMBER: "7",
      SHA: "abc",
      WRITTEN: file,
      PLANS: answers.plans,
      FILES: answers.files,
      CHANGED: answers.changed,
    },
  });
  return readFileSync(file, "utf8");
}

test("the gate of a fork opens when all changed files were seen and none is a plan", () => {
  expect(written({ plans: "", files: "a\nb\n", changed: "2\n" })).toContain(
    "repos/o/r/statuses/abc -f state=success -f context=rename-plan",
  );
});

test("the gate of a fork stays shut when there is a plan", () => {
  expect(written({ plans: "a\n", files: "a\nb\n", changed: "2\n" })).toContain("state=failure");
});

test("the gate of a fork stays shut when GitHub lists fewer files than have changed", () => {
  expect(written({ plans: "", files: "a\nb\n", changed: "3001\n" })).toContain("state=failure");
});

test("the gate of a fork stays shut when the branch has moved on meanwhile", () => {
  expect(written({ plans: "", files: "a\nb\n", changed: "" })).toContain("state=failure");
});
