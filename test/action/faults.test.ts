import { describe, expect, test } from "vitest";
import { loadGrammar } from "../../src/python/grammar.ts";
import { COMMENT_MARKER } from "../../src/github/sticky-comment.ts";
import type { Fault } from "../github/fault.ts";
import { twoAtATime } from "../support/two-at-a-time.ts";
import { brokenRules } from "./broken-rules.ts";
import { type Act, type ActName, ACTS, NAMES, type Stage } from "./fault-acts.ts";
import { type FaultKind, PASSING, STOPPING } from "./fault-kinds.ts";

/** `FAULTS=every` leaves nothing out; it takes some ten minutes. */
const EVERY = process.env["FAULTS"] === "every";

/**
 * What strikes each call of an act, one after the other, and which faults strike all calls of one run. Left out, because
 * the client cannot tell them apart:
 * - a fault of `PASSING` alone at one call: a run that is struck by it at every call comes through;
 * - faults of `PASSING` in acts whose calls the two long acts make too;
 * - 404, in the long acts: as 422, but for the label and for a file, which short acts and tests of their own have;
 * - 403 for ever, in the long acts: the run stops at the first one, and what it still says then, it says as after 500;
 * - connections dropped for ever: as 500 for ever, but where something is made, which is told apart;
 * - the secondary limit for ever, in the long acts: it is given up after two waits, and is then as 422.
 */
const LONG = ["403", "422", "500 for ever", "connections dropped after the effect for ever"];
const SHORT = Object.keys(STOPPING);
const STRUCK: Readonly<Record<ActName, readonly string[]>> = {
  "opened with a safe plan": [...Object.keys(PASSING), ...LONG],
  "opened with a plan that is refused": ["422", "500 for ever"],
  "opened without a plan": SHORT,
  "labeled by a writer": [...Object.keys(PASSING), ...LONG],
  "labeled by somebody who may only triage": ["403", "500 for ever"],
  "queued with a plan that was not applied": ["403", "422", "500 for ever"],
  "queued with a plan that was applied": ["502", ...SHORT],
};

const turn = twoAtATime();

interface Call {
  readonly call: number;
  readonly operation: string;
  readonly method: string;
}

/** The calls of an act that nothing strikes. */
async function callsOf(act: Act): Promise<readonly Call[]> {
  await using stage = await act.begin();
  const { requests } = stage.story.double;
  const from = requests.length;
  const result = await stage.job();
  if ((result.failure === null) !== act.passes) throw new Error(`without a fault: ${result.failure}`);
  return requests.slice(from).map(({ operation, method }, call) => ({ call, operation, method }));
}

async function strike(act: Act, { call, operation }: Call, { fault, times }: FaultKind): Promise<void> {
  await using stage = await act.begin();
  const { double } = stage.story;
  double.fail(double.requests.length + call, fault, times);
  const result = await stage.job();
  expect(brokenRules(act, stage, result)).toEqual([]);
  if (times > 1) return;
  if (result.failure !== null && double.head("topic") !== stage.before) await runAgain(stage);
  if (!ABOUT_COMMENTS.includes(operation)) return;
  await stage.job(2);
  const marked = double.comments(1).filter(({ body }) => body.includes(COMMENT_MARKER));
  expect(marked.length).toBeLessThanOrEqual(1);
}

const ABOUT_COMMENTS = ["graphql", "issues/list-comments", "issues/create-comment", "issues/update-comment"];

/** A person runs the job that failed again: there is no second commit. */
async function runAgain(stage: Stage): Promise<void> {
  const { double } = stage.story;
  const head = double.head("topic");
  await stage.job(2);
  expect(double.head("topic")).toBe(head);
}

/** Every call of one run fails at first, with the same fault. */
async function strikeAll(act: Act, calls: readonly Call[], fault: Fault): Promise<void> {
  await using stage = await act.begin();
  const { double } = stage.story;
  for (const operation of new Set(calls.map((call) => call.operation))) {
    const from = double.requests.filter((request) => request.operation === operation).length;
    for (let i = 0; i < 40; i += 2) double.fail({ operation, occurrence: from + i }, fault);
  }
  const result = await stage.job();
  expect(brokenRules(act, stage, result)).toEqual([]);
  expect(result.failure === null).toBe(act.passes);
  expect(stage.story.gate(stage.judged())).toBe(act.gate);
  expect(double.head("topic") !== stage.before).toBe(act.commits);
  expect(double.comments(1).length).toBeLessThanOrEqual(1);
}

// Two first loads at one time disturb each other.
await loadGrammar();
const acts = await Promise.all(
  NAMES.map(async (name) => ({ name, act: ACTS[name], calls: await turn(() => callsOf(ACTS[name])) })),
);

describe.concurrent.each(acts)("$name", ({ name, act, calls }) => {
  const isStruck = ([kind]: readonly [string, unknown]) => EVERY || STRUCK[name].includes(kind);
  const passing = Object.entries(PASSING).filter(isStruck);
  const all = passing.map(([kind, fault]) => ({ kind, fault }));
  test.for(all)("comes through $kind at every call", ({ fault }) => turn(() => strikeAll(act, calls, fault)));

  const singly = [
    ...Object.entries(STOPPING).filter(isStruck),
    ...(EVERY ? passing.map(([kind, fault]) => [kind, { fault, times: 1 }] as const) : []),
  ];
  const rows = singly.flatMap(([kind, how]) =>
    calls.filter((call) => matters(how.fault, call)).map((call) => ({ ...call, kind, how })),
  );
  test.for(rows)("$kind at call $call, $operation", (row) => turn(() => strike(act, row, row.how)));
});

/** What only reads has no effect. */
function matters(fault: Fault, { method, operation }: Call): boolean {
  return !("afterEffect" in fault) || (method !== "GET" && operation !== "graphql");
}
