import { expect, test } from "vitest";
import { bundleJob } from "../action/bundle-job.ts";
import { PLAN, FILES } from "../action/story.ts";
import { githubDouble } from "../github/github-double.ts";
import { pullRequestPayload } from "../github/payloads.ts";
import { SERVER } from "./bundle.ts";

test.each(["repos/create-commit-status", "checks/create", "checks/update"])(
  "a run that is killed behind %s leaves no gate pending: the post step closes it and says why",
  async (operation) => {
    await using double = await githubDouble();
    double.commit("main", FILES);
    double.commit("topic", { "rename-plan.toml": PLAN });
    double.openPull({ head: "topic", author: "alice" });
    const head = double.head("topic");
    const result = await bundleJob({
      double,
      payload: pullRequestPayload(double, 1, { action: "opened" }),
      sha: head,
      inputs: { "server-path": SERVER },
      kill: (kill) => double.onRequest({ operation }, kill),
    });
    expect(result.code).toBeNull();
    expect(double.status(head, "rename-plan")).toMatchObject({
      state: "error",
      description: expect.stringMatching(/ended before it had a result/),
    });
    expect(double.checkRuns.filter(({ status }) => status !== "completed")).toEqual([]);
    expect(double.problems).toEqual([]);
  },
);
