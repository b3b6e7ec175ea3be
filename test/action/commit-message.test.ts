import { expect, test } from "vitest";
import { appliedPlans, commitMessage } from "../../src/action/commit-message.ts";
import { outcome, report } from "../report/sample.ts";

const DIGEST = "d".repeat(64);
const BASE = "b".repeat(40);

test("a commit says which plans it applied, and a later run reads it, also out of a squash", () => {
  const path = 'plans/a "b"\n.toml';
  const message = commitMessage({
    report: report({ outcomes: [outcome()] }),
    plans: [
      { path, digest: DIGEST },
      { path: "c.json", digest: "e".repeat(64) },
    ],
    base: BASE,
    approver: "bob\n::error::",
  });
  const applied = [
    { path, digest: DIGEST, base: BASE },
    { path: "c.json", digest: "e".repeat(64), base: BASE },
  ];
  expect(message.split("\n").filter((line) => line.startsWith("Rename-Plan"))).toHaveLength(5);
  expect(appliedPlans(message)).toEqual(applied);
  const squashed = `A pull request (#1)\n\n* first\n\n* ${message.replaceAll("\n", "\n  ")}\n* last`;
  expect(appliedPlans(squashed)).toEqual(applied);
});

test.each([
  "",
  `Rename-Plan: ${DIGEST} "a.toml"`,
  `Rename-Plan: ${DIGEST} a.toml\nRename-Plan-Base: ${BASE}`,
  `Rename-Plan: short "a.toml"\nRename-Plan-Base: ${BASE}`,
  `Rename-Plan-Base: ${BASE}`,
])("%j names no plan", (message) => {
  expect(appliedPlans(message)).toEqual([]);
});
