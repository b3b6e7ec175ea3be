import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { workflowTexts } from "./workflow-texts.ts";

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly types?: readonly string[] } | null>> | string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress"?: unknown };
  readonly jobs: Readonly<
    Record<
      string,
      { readonly name?: string; readonly "timeout-minutes"?: number; readonly steps: readonly Step[] }
    >
  >;
}

const WORKFLOWS = workflowTexts().map(({ name, text }) => {
  const workflow: Workflow = parse(text);
  return { name, text, workflow };
});
const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps }) => steps);
const isOurs = (uses: string): boolean => uses === "./" || uses === "OWNER/rename-plan@v1";
const RUNNING = WORKFLOWS.filter(
  ({ workflow }) =>
    Object.hasOwn(Object(workflow.on), "merge_group") &&
    stepsOf(workflow).some(({ uses = "" }) => isOurs(uses)),
);

describe.each(WORKFLOWS)("$name", ({ text, workflow }) => {
  test("pins what is not its own by a commit, with the version behind it", () => {
    const used = [...text.matchAll(/^[ -]*uses: (.+)$/gm)].map(([, uses = ""]) => uses);
    const others = used.filter((uses) => !isOurs(uses));
    for (const uses of others) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("says what its token may do, and how long its jobs may take", () => {
    expect(workflow.permissions).toBeTypeOf("object");
    for (const job of Object.values(workflow.jobs)) expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
  });

  test("leaves no credentials in the checkout", () => {
    const checkouts = stepsOf(workflow).filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ "persist-credentials": false });
  });

  test("has no job with the name of the status, which would be required with it", () => {
    const names = Object.entries(workflow.jobs).map(([id, { name = id }]) => name.toLowerCase());
    expect(names).not.toContain("rename-plan");
  });
});

test("all workflows name the same version of an action", () => {
  const pins = new Set(
    WORKFLOWS.flatMap(({ text }) => text.match(/[\w-]+\/[\w-]+@[0-9a-f]{40} # \S+/g) ?? []),
  );
  expect(new Set([...pins].map((pin) => pin.replace(/@.*/, ""))).size).toBe(pins.size);
});

describe("a workflow that runs the action", () => {
  test("is this project's own, and the one in the README", () => {
    expect(RUNNING.map(({ name }) => name.replace(/:\d+$/, ""))).toEqual([
      ".github/workflows/rename-plan.yml",
      "README.md",
    ]);
  });

  test.each(RUNNING)("in $name runs on every pull request and in the merge queue", ({ workflow }) => {
    expect(workflow.on).toEqual({
      pull_request: { types: ["opened", "synchronize", "reopened", "labeled", "unlabeled"] },
      merge_group: null,
    });
  });

  test.each(RUNNING)("in $name has the permissions that it needs, and no other", ({ workflow }) => {
    expect(workflow.permissions).toEqual({
      contents: "write",
      checks: "write",
      statuses: "write",
      "pull-requests": "write",
    });
  });

  test.each(RUNNING)("in $name keeps labels apart and cancels nothing", ({ workflow }) => {
    expect(workflow.concurrency).toEqual({
      group:
        "rename-plan-${{ github.event.pull_request.number || github.ref }}-${{ github.event.label.name }}",
    });
  });

  test.each(RUNNING)("in $name checks out the head of the branch", ({ workflow }) => {
    const [checkout] = stepsOf(workflow);
    expect(checkout?.with?.["ref"]).toBe("${{ github.event.pull_request.head.sha || github.sha }}");
  });
});
