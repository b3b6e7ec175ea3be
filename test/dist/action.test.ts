import { describe, expect, test } from "vitest";
import { bundleJob } from "../action/bundle-job.ts";
import { type GitHubDouble, githubDouble } from "../github/github-double.ts";
import { pullRequestPayload } from "../github/payloads.ts";
import { SERVER } from "./bundle.ts";

const LABEL = "rename-plan: apply";

const BEFORE = {
  "pkg/__init__.py": "",
  "pkg/config.py": 'class Config:\n    """A Config."""\n\n    uri = "x"\n',
  "pkg/use.py": "from pkg.config import Config\r\n\r\n\r\ndef make() -> Config:\r\n    return Config()\r\n",
  "run.py": "#!/usr/bin/env python3\nfrom pkg import config\n\nprint(config.Config.uri)  # Config\n",
  "README.md": "Config is the class.\n",
};
const AFTER = {
  ...BEFORE,
  "pkg/config.py": 'class Settings:\n    """A Config."""\n\n    uri = "x"\n',
  "pkg/use.py":
    "from pkg.config import Settings\r\n\r\n\r\ndef make() -> Settings:\r\n    return Settings()\r\n",
  "run.py": "#!/usr/bin/env python3\nfrom pkg import config\n\nprint(config.Settings.uri)  # Config\n",
};
const PLAN =
  'version = 1\n\n[[symbols]]\nmodule = "pkg.config"\nname = "Config"\nnew_name = "Settings"\n';

/** Path to mode and content, of a branch. */
function treeOf(double: GitHubDouble, branch: string): Readonly<Record<string, string>> {
  const lines = double.git(["ls-tree", "-r", branch]).trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [, mode = "", sha = "", path = ""] = /^(\d+) blob (\w+)\t(.*)$/.exec(line) ?? [];
      return [path, `${mode} ${double.git(["cat-file", "blob", sha])}`];
    }),
  );
}

describe("the committed bundle on a runner, with the real server", () => {
  test("goes from an opened pull request over the label to a commit, and the plan is gone (CARD-1, CARD-2)", async () => {
    await using double = await githubDouble();
    double.commit("main", BEFORE, { modes: { "run.py": "100755" } });
    double.commit("topic", { "rename-plan.toml": PLAN });
    double.openPull({ head: "topic", author: "alice" });
    double.setRole("bob", "write");
    const head = double.head("topic");
    const inputs = { "server-path": SERVER };

    const opened = await bundleJob({
      double,
      payload: pullRequestPayload(double, 1, { action: "opened" }),
      sha: head,
      inputs,
    });
    expect(opened.log).not.toMatch(/^::(?!add-mask)/m);
    expect(opened).toMatchObject({
      code: 0,
      outputs: { status: "dry_run", "safe-to-apply": "true", "edit-count": "5", "residue-count": "3" },
    });
    expect(double.status(head, "rename-plan")).toMatchObject({
      state: "pending",
      description: 'Safe to apply: 5 edits in 3 files; waiting for the label "rename-plan: apply"',
    });
    expect(double.checkRuns).toMatchObject([
      { status: "completed", conclusion: "neutral", name: "rename-plan residue" },
    ]);
    expect(
      double.checkRuns[0]?.annotations.map((a) => `${a.annotation_level} ${a.path}:${a.start_line}`),
    ).toEqual(["notice pkg/config.py:2", "notice run.py:4", "warning README.md:1"]);
    expect(double.comments(1)).toHaveLength(1);

    double.clock.advance(5000);
    double.label(1, LABEL, "bob");
    const labeled = await bundleJob({
      double,
      payload: pullRequestPayload(double, 1, { action: "labeled", label: LABEL, sender: "bob" }),
      sha: head,
      inputs,
    });
    const done = double.head("topic");
    expect(labeled).toMatchObject({ code: 0, outputs: { status: "applied", "commit-sha": done } });
    expect(double.git(["rev-parse", "topic^"]).trim()).toBe(head);
    const expected = Object.entries(AFTER).map(([path, text]) => [
      path,
      `${path === "run.py" ? "100755" : "100644"} ${text}`,
    ]);
    expect(treeOf(double, "topic")).toEqual(Object.fromEntries(expected));
    expect(double.status(done, "rename-plan")).toMatchObject({ state: "success" });
    expect(double.status(head, "rename-plan")).toMatchObject({ state: "pending" });
    expect(double.checkRuns.map((run) => [run.head_sha, run.conclusion])).toEqual([
      [head, "neutral"],
      [head, "success"],
      [done, "success"],
    ]);
    expect(double.comments(1)).toHaveLength(1);
    expect(double.comments(1)[0]?.body).toContain(`in ${done}, approved by bob`);
    expect(double.pull(1).labels).toEqual([]);
    expect(double.problems).toEqual([]);
  });
});
