import { expect, test } from "vitest";
import { client, REPO } from "./client.ts";
import type { Fault } from "./fault.ts";
import { type GitHubDouble, githubDouble } from "./github-double.ts";

const ISSUE = { ...REPO, issue_number: 1 };

async function withPull(): Promise<GitHubDouble> {
  const double = await githubDouble();
  double.commit("main", { "a.py": "a\n" });
  double.commit("topic", { "a.py": "b\n" });
  double.openPull({ head: "topic" });
  return double;
}

const say = (double: GitHubDouble, body = "hello") =>
  client(double).rest.issues.createComment({ ...ISSUE, body });

test.each<readonly [string, Fault, object]>([
  ["403", { kind: "status", status: 403 }, { status: 403 }],
  ["404", { kind: "status", status: 404 }, { status: 404 }],
  ["422", { kind: "status", status: 422, message: "Update is not a fast forward" }, { status: 422 }],
  [
    "429",
    { kind: "status", status: 429, retryAfter: 2 },
    { status: 429, response: { headers: { "retry-after": "2" } } },
  ],
  ["500", { kind: "status", status: 500 }, { status: 500 }],
  ["502", { kind: "status", status: 502 }, { status: 502 }],
  [
    "the secondary limit",
    { kind: "secondary-limit", retryAfter: 1 },
    {
      status: 403,
      message: expect.stringMatching(/secondary rate/),
      response: { headers: { "retry-after": "1" } },
    },
  ],
  [
    "the primary limit",
    { kind: "primary-limit", resetIn: 1 },
    { status: 403, response: { headers: { "x-ratelimit-remaining": "0" } } },
  ],
  ["a dropped connection", { kind: "dropped" }, {}],
])("a fault without effect: %s", async (_, fault, error) => {
  await using double = await withPull();
  double.fail({ operation: "issues/create-comment" }, fault);
  await expect(say(double)).rejects.toMatchObject(error);
  expect(double.comments(1)).toEqual([]);
  await say(double);
  expect(double.comments(1)).toHaveLength(1);
  expect(double.problems).toEqual([]);
});

test.each<readonly [string, Fault]>([
  ["a dropped connection", { kind: "dropped", afterEffect: true }],
  ["502", { kind: "status", status: 502, afterEffect: true }],
])("a fault after the request has taken effect: %s", async (_, fault) => {
  await using double = await withPull();
  double.fail(0, fault);
  await expect(say(double)).rejects.toThrow();
  expect(double.comments(1)).toHaveLength(1);
  expect(double.requests[0]?.status).toBe(fault.kind === "dropped" ? null : 502);
});

test("faults strike the n-th request, the n-th of an operation, or all from one on", async () => {
  await using double = await withPull();
  double.fail(1, { kind: "status", status: 500 });
  double.fail(
    { operation: "issues/create-comment", occurrence: 2 },
    { kind: "status", status: 403 },
    Infinity,
  );
  const { rest } = client(double);
  const status = async (work: Promise<{ readonly status: number }>): Promise<unknown> =>
    work.then(
      (response) => response.status,
      (error: unknown) => (error instanceof Error && "status" in error ? error.status : error),
    );
  const seen = [];
  for (let i = 0; i < 4; i++) {
    seen.push(await status(say(double)), await status(rest.pulls.get({ ...REPO, pull_number: 1 })));
  }
  expect(seen).toEqual([201, 500, 201, 200, 403, 200, 403, 200]);
  expect(double.requests.map((request) => request.status)).toEqual(seen);
});

test("a slow request is carried out late", async () => {
  await using double = await withPull();
  double.fail(0, { kind: "slow", milliseconds: 80 });
  const before = performance.now();
  await say(double);
  expect(performance.now() - before).toBeGreaterThan(75);
});

test("a test can push between two requests", async () => {
  await using double = await withPull();
  let pushed = "";
  double.onRequest({ operation: "pulls/get" }, () => {
    pushed = double.commit("topic", { "a.py": "c\n" });
  });
  const { rest } = client(double);
  const before = await rest.pulls.get({ ...REPO, pull_number: 1 });
  const after = await rest.pulls.get({ ...REPO, pull_number: 1 });
  expect(before.data.head.sha).not.toBe(pushed);
  expect(after.data.head.sha).toBe(pushed);
});
