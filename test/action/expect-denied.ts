import { expect } from "vitest";
import type { JobResult } from "./job.ts";
import { LABEL, type Story } from "./story.ts";

export interface Denial {
  readonly why: RegExp;
  /** Where the branch has to be. */
  readonly head: string;
  /** Of the head; pending unless given: the plan still waits for its label. */
  readonly gate?: string;
}

/** A label that approves nothing: no commit, the label taken off, and the reason told to the job and to people. */
export function expectDenied(s: Story, result: JobResult, { why, head, gate = "pending" }: Denial): void {
  const { double } = s;
  expect(result.failure).toMatch(why);
  expect(result.outputs).toMatchObject({ status: "denied" });
  expect(result.outputs["commit-sha"]).toBeUndefined();
  expect(double.head("topic")).toBe(head);
  expect(double.pull(1).labels).not.toContain(LABEL);
  expect(s.gate(head)).toBe(gate);
  expect(double.statuses.filter(({ state }) => state === "success")).toEqual([]);
  const told = double.comments(1).map(({ body }) => body);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("Not applied.");
  expect(double.problems).toEqual([]);
}
