import { describe, expect, test } from "vitest";
import { client, REPO } from "./client.ts";
import { type GitHubDouble, githubDouble } from "./github-double.ts";
import { allOperations } from "./operations.ts";

async function withMain(): Promise<GitHubDouble> {
  const double = await githubDouble();
  double.commit("main", { "a.py": "a = 1\n" });
  return double;
}

async function raw(double: GitHubDouble, method: string, path: string, body?: unknown, token = double.token) {
  const response = await fetch(`${double.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "user-agent": "test" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.text() };
}

describe("a token", () => {
  test("is needed, and acts as its identity", async () => {
    await using double = await withMain();
    expect((await raw(double, "GET", "/user", undefined, "wrong")).status).toBe(401);
    expect((await raw(double, "GET", "/user")).status).toBe(403);
    const me = await client(double, double.personalToken).rest.users.getAuthenticated();
    expect(me.data.login).toBe("octocat");
    const query = "{ viewer { login databaseId } }";
    expect(await client(double).graphql(query)).toEqual({
      viewer: { login: "github-actions[bot]", databaseId: 41_898_282 },
    });
    expect(await client(double, double.pushToken).graphql(query)).toMatchObject({
      viewer: { login: "rename-app[bot]" },
    });
    expect(double.requests.map(({ by }) => by)).toEqual([
      null,
      "github-actions[bot]",
      "octocat",
      "github-actions[bot]",
      "rename-app[bot]",
    ]);
    expect(double.problems).toEqual([]);
  });

  test("of a person writes no check runs", async () => {
    await using double = await withMain();
    const create = client(double, double.personalToken).rest.checks.create({
      ...REPO,
      name: "c",
      head_sha: double.head("main"),
    });
    await expect(create).rejects.toMatchObject({ status: 403 });
  });

  test("of a fork's run reads and writes nothing", async () => {
    await using double = await withMain();
    double.commit("contributor:main", { "b.py": "" });
    double.openPull({ head: "contributor:main" });
    double.setReadOnly(true);
    const { rest } = client(double);
    const write = rest.issues.createComment({ ...REPO, issue_number: 1, body: "hello" });
    await expect(write).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("Resource not accessible by integration"),
    });
    expect((await rest.pulls.get({ ...REPO, pull_number: 1 })).status).toBe(200);
    expect(double.comments(1)).toEqual([]);
    expect(double.problems).toEqual([]);
  });
});

describe("a request that GitHub's description does not have", () => {
  test("is a problem, whether its path is unknown or its repository", async () => {
    await using double = await withMain();
    expect((await raw(double, "GET", "/repos/octo/app/actions/runs")).status).toBe(404);
    expect((await raw(double, "GET", "/repos/octo/other/pulls/1")).status).toBe(404);
    expect((await raw(double, "POST", "/graphql", { query: "{ repository { id } }" })).status).toBe(404);
    expect(double.problems).toHaveLength(3);
  });

  test.each([
    ["an unknown key", { name: "c", head_sha: "SHA", nmae: "d" }],
    [
      "an unknown key of the output",
      { name: "c", head_sha: "SHA", output: { title: "t", summary: "s", x: 1 } },
    ],
    ["an output without a title", { name: "c", head_sha: "SHA", output: { summary: "s" } }],
    ["completion without a conclusion", { name: "c", head_sha: "SHA", status: "completed" }],
    ["51 annotations", output({ annotations: Array.from({ length: 51 }, () => line()) })],
    ["a summary of 65,536 characters", output({ summary: "x".repeat(65_536) })],
    ["a summary of 65,536 bytes", output({ summary: "é".repeat(32_768) })],
    ["a level that is none", output({ annotations: [line({ annotation_level: "error" })] })],
    ["a title of 256 characters", output({ annotations: [line({ title: "x".repeat(256) })] })],
    ["a message of over 64 KB", output({ annotations: [line({ message: "x".repeat(65_537) })] })],
    ["line 0", output({ annotations: [line({ start_line: 0 })] })],
    ["column 0", output({ annotations: [line({ start_column: 0 })] })],
    ["columns over two lines", output({ annotations: [line({ end_line: 2, start_column: 1 })] })],
  ])("is refused and a problem: a check run with %s", async (_, body) => {
    await using double = await withMain();
    const sent = JSON.parse(JSON.stringify(body).replace("SHA", double.head("main")));
    expect((await raw(double, "POST", "/repos/octo/app/check-runs", sent)).status).toBe(422);
    expect(double.problems.length).toBeGreaterThan(0);
    expect(double.checkRuns).toEqual([]);
  });

  test("is refused and a problem: too long, of a wrong type, too many a page", async () => {
    await using double = await withMain();
    double.commit("topic", { "b.py": "" });
    double.openPull({ head: "topic" });
    const status = `/repos/octo/app/statuses/${double.head("main")}`;
    const answers = [
      await raw(double, "POST", status, { state: "success", description: "x".repeat(141) }),
      await raw(double, "POST", status, { state: "neutral" }),
      await raw(double, "POST", "/repos/octo/app/issues/1/comments", { body: "x".repeat(65_537) }),
      await raw(double, "POST", "/repos/octo/app/issues/1/comments", "text"),
      await raw(double, "GET", "/repos/octo/app/pulls/1/files?per_page=101"),
      await raw(double, "GET", "/repos/octo/app/pulls/1/files?page=one"),
      await raw(double, "GET", "/repos/octo/app/pulls/1/files?sort=path"),
      await raw(double, "GET", "/repos/octo/app/pulls/one/files"),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 422));
    expect(double.problems).toHaveLength(answers.length);
  });
});

function line(changes: object = {}): object {
  return { path: "a.py", start_line: 1, end_line: 1, annotation_level: "notice", message: "m", ...changes };
}

function output(changes: object): object {
  return { name: "c", head_sha: "SHA", output: { title: "t", summary: "s", ...changes } };
}

test("every operation of the cut has a handler", async () => {
  await using double = await withMain();
  for (const { method, path } of allOperations()) {
    const url = path
      .replace("{owner}", "octo")
      .replace("{repo}", "app")
      .replaceAll(/\{\w+\}/g, "1");
    await raw(double, method, url);
  }
  expect(double.problems.filter((problem) => problem.includes("itself failed"))).toEqual([]);
  expect(double.requests.filter(({ operation }) => operation === "unknown")).toEqual([]);
});
