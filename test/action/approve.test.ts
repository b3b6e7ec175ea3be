import { describe, expect, test } from "vitest";
import { type ApprovalFacts, approve } from "../../src/action/approval.ts";
import { writeAttemptId } from "../../src/action/attempt-id.ts";
import type { CheckRun } from "../../src/github/check-run.ts";

const PLAN = "p".repeat(64);
const HEAD = "a".repeat(40);
const REPORT = "r".repeat(64);
const LABELED = { event: "labeled", actor: "bob", at: "2026-01-01T00:00:10Z" } as const;

function checkRun(
  more: Partial<CheckRun> = {},
  id: Partial<Parameters<typeof writeAttemptId>[0]> = {},
): CheckRun {
  return {
    id: 1,
    externalId: writeAttemptId({
      planDigest: PLAN,
      headSha: HEAD,
      attempt: "1.1",
      reportDigest: REPORT,
      ...id,
    }),
    isCompleted: true,
    conclusion: "neutral",
    completedAt: "2026-01-01T00:00:05Z",
    annotationCount: 0,
    ...more,
  };
}

function facts(more: Partial<ApprovalFacts> = {}): ApprovalFacts {
  return {
    sender: { login: "bob", isPerson: true },
    permission: { mayWrite: true, role: "write" },
    label: { last: LABELED },
    checkRuns: [checkRun()],
    attempt: { planDigest: PLAN, headSha: HEAD, attempt: "2.1", reportDigest: "" },
    ...more,
  };
}

const OLDER = "2026-01-01T00:00:04Z";

describe("a label approves (CARD-2)", () => {
  test("what its sender could see, when he may write", () => {
    expect(approve(facts())).toEqual({ ok: true, reportDigest: REPORT });
  });

  test("the newest of several reports", () => {
    const newer = checkRun({ id: 2 }, { reportDigest: "n".repeat(64) });
    const runs = [checkRun({ completedAt: OLDER }), newer];
    expect(approve(facts({ checkRuns: runs }))).toMatchObject({ reportDigest: "n".repeat(64) });
    expect(approve(facts({ checkRuns: runs.toReversed() }))).toMatchObject({ reportDigest: "n".repeat(64) });
  });

  test("when it was put on in the second in which the report was finished", () => {
    expect(approve(facts({ label: { last: { ...LABELED, at: "2026-01-01T00:00:05Z" } } })).ok).toBe(true);
  });

  test.each<readonly [string, Partial<ApprovalFacts>, RegExp]>([
    ["a bot's", { sender: { login: "app[bot]", isPerson: false } }, /no person/],
    ["of one whose permission is not known", { permission: null }, /could not be found out/],
    ["of one who may triage", { permission: { mayWrite: false, role: "triage" } }, /"triage"/],
    ["without a record of it", { label: { last: null } }, /no record/],
    ["of which nothing could be found out", { label: null }, /When the label/],
    ["that was taken off", { label: { last: { ...LABELED, event: "unlabeled" } } }, /no record/],
    ["that another has put on", { label: { last: { ...LABELED, actor: "eve" } } }, /by eve/],
    ["without an answer about reports", { checkRuns: null }, /could not be read/],
    ["without a report", { checkRuns: [] }, /no finished report/],
    ["before the report", { label: { last: { ...LABELED, at: OLDER } } }, /before the report/],
    ["of a refused plan", { checkRuns: [checkRun({ conclusion: "failure" })] }, /refuses the plan/],
    [
      "of a plan that was safe before it was refused",
      { checkRuns: [checkRun({ completedAt: OLDER }), checkRun({ conclusion: "failure" })] },
      /refuses/,
    ],
    [
      "while the report is under way",
      { checkRuns: [checkRun({ isCompleted: false })] },
      /no finished report/,
    ],
    ["of another plan", { checkRuns: [checkRun({}, { planDigest: "x" })] }, /no finished report/],
    ["of another head", { checkRuns: [checkRun({}, { headSha: "x" })] }, /no finished report/],
    [
      "of an attempt without a result",
      { checkRuns: [checkRun({}, { reportDigest: "" })] },
      /no finished report/,
    ],
    ["of a check run of somebody else", { checkRuns: [checkRun({ externalId: "x" })] }, /no finished report/],
  ])("and nothing %s", (_, more, why) => {
    expect(approve(facts(more))).toEqual({ ok: false, why: expect.stringMatching(why) });
  });
});
