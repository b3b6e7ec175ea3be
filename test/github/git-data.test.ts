import { expect, test } from "vitest";
import { client, REPO } from "./client.ts";
import { type GitHubDouble, githubDouble } from "./github-double.ts";

async function withTopic(): Promise<GitHubDouble> {
  const double = await githubDouble();
  double.commit(
    "main",
    { "a.py": "a\n", "run.sh": "#!/bin/sh\n", "pkg/b.py": "b\n", link: "a.py" },
    { modes: { "run.sh": "100755", link: "120000" } },
  );
  double.commit("topic", { "pkg/b.py": "b2\n", "rename-plan.toml": "version = 1\n" });
  return double;
}

const entry = (path: string, rest: object) => ({
  path,
  mode: "100644" as const,
  type: "blob" as const,
  ...rest,
});

test("blobs, a tree, a commit and a ref are real objects", async () => {
  await using double = await withTopic();
  const { rest } = client(double);
  const head = double.head("topic");
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xff]);
  const blob = await rest.git.createBlob({ ...REPO, content: bytes.toString("base64"), encoding: "base64" });
  const tree = await rest.git.createTree({
    ...REPO,
    base_tree: head,
    tree: [
      entry("run.sh", { mode: "100755", sha: blob.data.sha }),
      entry("new/deep.py", { content: "x = 1\n" }),
      entry("rename-plan.toml", { sha: null }),
    ],
  });
  const commit = await rest.git.createCommit({
    ...REPO,
    message: "Apply\n\nRename-Plan-Approved-By: alice",
    tree: tree.data.sha,
    parents: [head],
  });
  expect(commit.data).toMatchObject({
    author: { name: "github-actions[bot]", email: "41898282+github-actions[bot]@users.noreply.github.com" },
    parents: [{ sha: head }],
    verification: { verified: true },
  });
  expect(double.head("topic")).toBe(head);
  const { sha } = commit.data;
  await rest.git.updateRef({ ...REPO, ref: "heads/topic", sha });
  expect(double.head("topic")).toBe(sha);
  expect(double.git(["ls-tree", "-r", "--format=%(objectmode) %(path)", "topic"]).trim().split("\n")).toEqual(
    ["100644 a.py", "120000 link", "100644 new/deep.py", "100644 pkg/b.py", "100755 run.sh"],
  );
  expect(double.git(["cat-file", "blob", "topic:new/deep.py"])).toBe("x = 1\n");
  expect(double.git(["rev-parse", "topic:run.sh"]).trim()).toBe(blob.data.sha);
  expect((await rest.git.getRef({ ...REPO, ref: "heads/topic" })).data.object.sha).toBe(sha);
  const { data: read } = await rest.git.getCommit({ ...REPO, commit_sha: sha });
  expect(read.message).toContain("Rename-Plan-Approved-By: alice");
  expect(double.problems).toEqual([]);
});

test("a ref moves forward only, unless it is forced", async () => {
  await using double = await withTopic();
  const { rest } = client(double);
  const parent = double.head("main");
  const tree = double.git(["rev-parse", `${parent}^{tree}`]).trim();
  const { data } = await rest.git.createCommit({ ...REPO, message: "beside", tree, parents: [parent] });
  const update = (ref: string, sha: string) => rest.git.updateRef({ ...REPO, ref, sha });
  await expect(update("heads/topic", data.sha)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("Update is not a fast forward"),
  });
  await expect(update("heads/absent", data.sha)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("Reference does not exist"),
  });
  await expect(update("heads/topic", "0".repeat(40))).rejects.toMatchObject({ status: 422 });
  await rest.git.updateRef({ ...REPO, ref: "heads/topic", sha: data.sha, force: true });
  expect(double.head("topic")).toBe(data.sha);
});

test("a workflow file is not for this token", async () => {
  await using double = await withTopic();
  const { rest } = client(double);
  const head = double.head("topic");
  const changed = [entry(".github/workflows/ci.yml", { content: "on: push\n" })];
  const tree = await rest.git.createTree({ ...REPO, base_tree: head, tree: changed });
  const commit = await rest.git.createCommit({ ...REPO, message: "m", tree: tree.data.sha, parents: [head] });
  const update = rest.git.updateRef({ ...REPO, ref: "heads/topic", sha: commit.data.sha });
  await expect(update).rejects.toMatchObject({ status: 403 });
  expect(double.head("topic")).toBe(head);
});

test.each([
  ["a path above the top", entry("../a.py", { content: "x" })],
  ["a path into git's own folder", entry(".git/config", { content: "x" })],
  ["a blob that does not exist", entry("a.py", { sha: "1".repeat(40) })],
  ["a deletion of what is not there", entry("absent.py", { sha: null })],
])("a tree is refused: %s", async (_, wrong) => {
  await using double = await withTopic();
  const create = client(double).rest.git.createTree({
    ...REPO,
    base_tree: double.head("topic"),
    tree: [wrong],
  });
  await expect(create).rejects.toMatchObject({ status: 422 });
});

test("commits, comparisons and contents are read from the repository", async () => {
  await using double = await withTopic();
  const { rest } = client(double);
  const head = double.head("topic");
  const { data: comparison } = await rest.repos.compareCommitsWithBasehead({
    ...REPO,
    basehead: `main...${head}`,
  });
  expect(comparison).toMatchObject({ status: "ahead", ahead_by: 1, behind_by: 0, commits: [{ sha: head }] });
  expect(comparison.files?.map(({ filename }) => filename)).toEqual(["pkg/b.py", "rename-plan.toml"]);
  const { data: commit } = await rest.repos.getCommit({ ...REPO, ref: head });
  expect(commit.files?.map(({ status }) => status)).toEqual(["modified", "added"]);
  const { data: listed } = await rest.repos.listCommits({ ...REPO, sha: "topic", per_page: 1 });
  expect(listed.map(({ sha }) => sha)).toEqual([head]);
  const { data: file } = await rest.repos.getContent({ ...REPO, path: "pkg/b.py", ref: head });
  if (!("content" in file)) throw new Error("no file");
  expect(Buffer.from(file.content, "base64").toString()).toBe("b2\n");
  const { data: folder } = await rest.repos.getContent({ ...REPO, path: "pkg", ref: head });
  expect(folder).toMatchObject([{ type: "file", path: "pkg/b.py" }]);
  expect((await rest.repos.getContent({ ...REPO, path: "", ref: head })).data).toHaveLength(5);
  const absent = rest.repos.getContent({ ...REPO, path: "absent", ref: head });
  await expect(absent).rejects.toMatchObject({ status: 404 });
  expect(double.problems).toEqual([]);
});
