import { expect, test } from "vitest";
import type { Fault } from "../github/fault.ts";
import { twoAtATime } from "../support/two-at-a-time.ts";
import { loadGrammar } from "../../src/python/grammar.ts";
import { brokenRules } from "./broken-rules.ts";
import { type ActName, ACTS } from "./fault-acts.ts";

const FORBIDDEN: Fault = { kind: "status", status: 403 };
const DOWN: Fault = { kind: "status", status: 500 };

/** One operation that fails all the time while all others work, and whether the plan is applied all the same. */
const ROWS: readonly (readonly [ActName, string, Fault, boolean])[] = [
  ["labeled by a writer", "issues/remove-label", FORBIDDEN, true],
  ["labeled by a writer", "issues/remove-label", DOWN, true],
  ["labeled by a writer", "issues/list-comments", DOWN, true],
  ["labeled by a writer", "issues/update-comment", FORBIDDEN, true],
  ["labeled by a writer", "graphql", FORBIDDEN, true],
  ["labeled by a writer", "checks/create", FORBIDDEN, true],
  ["labeled by a writer", "checks/update", FORBIDDEN, true],
  ["labeled by a writer", "checks/create", DOWN, false],
  ["labeled by a writer", "repos/create-commit-status", FORBIDDEN, false],
  ["labeled by a writer", "repos/create-commit-status", DOWN, false],
  ["labeled by a writer", "repos/get-collaborator-permission-level", FORBIDDEN, false],
  ["labeled by a writer", "issues/list-events", DOWN, false],
  ["labeled by a writer", "checks/list-for-ref", FORBIDDEN, false],
  ["labeled by a writer", "git/create-tree", DOWN, false],
  ["labeled by a writer", "git/update-ref", FORBIDDEN, false],
  ["labeled by a writer", "git/update-ref", DOWN, false],
  ["labeled by somebody who may only triage", "issues/remove-label", FORBIDDEN, false],
  ["opened with a plan that is refused", "checks/update", FORBIDDEN, false],
  ["opened with a safe plan", "checks/create", FORBIDDEN, false],
  ["opened with a safe plan", "checks/update", DOWN, false],
  ["opened with a safe plan", "graphql", DOWN, false],
];

const turn = twoAtATime();
// Two first loads at one time disturb each other.
await loadGrammar();

test.concurrent.for(ROWS)(
  "%s, while %s fails with %o: applied is %s",
  ([name, operation, fault, isApplied]) =>
    turn(async () => {
      const act = ACTS[name];
      await using stage = await act.begin();
      const { double } = stage.story;
      const occurrence = double.requests.filter((request) => request.operation === operation).length;
      double.fail({ operation, occurrence }, fault, Infinity);
      const result = await stage.job();
      expect(brokenRules(act, stage, result)).toEqual([]);
      expect(double.head("topic") !== stage.before).toBe(isApplied);
    }),
);
