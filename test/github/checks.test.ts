import { expect, test } from "vitest";
import { client, REPO } from "./client.ts";
import { githubDouble } from "./github-double.ts";

const line = (start_line: number) => ({
  path: "a.py",
  start_line,
  end_line: start_line,
  annotation_level: "warning" as const,
  message: `line ${start_line}`,
});

test("annotations of an update are added to those before", async () => {
  await using double = await githubDouble();
  const head_sha = double.commit("main", { "a.py": "a\n" });
  const { rest } = client(double);
  const output = { title: "Residue", summary: "2 places" };
  const { data: run } = await rest.checks.create({
    ...REPO,
    name: "rename-plan residue",
    head_sha,
    external_id: "digest",
    status: "in_progress",
    output: { ...output, annotations: [line(1)] },
  });
  expect(run).toMatchObject({ status: "in_progress", conclusion: null, output: { annotations_count: 1 } });
  const { data: updated } = await rest.checks.update({
    ...REPO,
    check_run_id: run.id,
    conclusion: "neutral",
    output: { ...output, summary: "done", annotations: [line(2)] },
  });
  expect(updated).toMatchObject({ status: "completed", conclusion: "neutral", external_id: "digest" });
  expect(double.checkRuns).toMatchObject([
    {
      name: "rename-plan residue",
      summary: "done",
      annotations: [line(1), line(2)],
      app: { slug: "github-actions" },
    },
  ]);
  const { data: annotations } = await rest.checks.listAnnotations({ ...REPO, check_run_id: run.id });
  expect(annotations).toMatchObject([line(1), line(2)]);
  expect(double.problems).toEqual([]);
});

test("a list of check runs has the newest of each name, or all", async () => {
  await using double = await githubDouble();
  const head_sha = double.commit("main", { "a.py": "a\n" });
  const { rest } = client(double);
  for (const name of ["one", "two", "one"]) await rest.checks.create({ ...REPO, name, head_sha });
  const ids = async (filter: object): Promise<readonly number[]> => {
    const { data } = await rest.checks.listForRef({ ...REPO, ref: "heads/main", ...filter });
    return data.check_runs.map(({ id }) => id);
  };
  expect(await ids({})).toEqual([3, 2]);
  expect(await ids({ filter: "all" })).toEqual([3, 2, 1]);
  expect(await ids({ filter: "all", check_name: "one", per_page: 1 })).toEqual([3]);
  expect(await ids({ status: "completed" })).toEqual([]);
  const other = rest.checks.create({ ...REPO, name: "three", head_sha: "0".repeat(40) });
  await expect(other).rejects.toMatchObject({ status: 422 });
  const foreign = client(double, double.pushToken).rest.checks.update({
    ...REPO,
    check_run_id: 1,
    name: "x",
  });
  await expect(foreign).rejects.toMatchObject({ status: 403 });
});

test("the newest status of a context counts", async () => {
  await using double = await githubDouble();
  const sha = double.commit("main", { "a.py": "a\n" });
  const { rest } = client(double);
  const combined = async () => (await rest.repos.getCombinedStatusForRef({ ...REPO, ref: sha })).data;
  expect((await combined()).state).toBe("pending");
  await rest.repos.createCommitStatus({ ...REPO, sha, state: "success", context: "ci" });
  await rest.repos.createCommitStatus({ ...REPO, sha, state: "error", context: "rename-plan" });
  expect((await combined()).state).toBe("failure");
  await rest.repos.createCommitStatus({
    ...REPO,
    sha,
    state: "success",
    context: "Rename-Plan",
    description: "ok",
  });
  expect(await combined()).toMatchObject({ state: "success", total_count: 2 });
  expect(double.status(sha, "rename-plan")).toMatchObject({ state: "success", description: "ok" });
  const { data: all } = await rest.repos.listCommitStatusesForRef({ ...REPO, ref: sha });
  expect(all.map(({ state }) => state)).toEqual(["success", "error", "success"]);
  const missing = rest.repos.createCommitStatus({ ...REPO, sha: "1".repeat(40), state: "success" });
  await expect(missing).rejects.toMatchObject({ status: 422 });
});
