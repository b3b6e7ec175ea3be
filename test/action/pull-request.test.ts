import { describe, expect, test } from "vitest";
import { languageServers } from "../../src/lsp/start-server.ts";
import { SERVER } from "../dist/bundle.ts";
import { FILES, PLAN, RENAMED, story } from "./story.ts";

describe("a pull request", () => {
  test("with a plan gets a report, and on the label of a writer one commit (CARD-1, CARD-2)", async () => {
    await using s = await story();
    const head = s.double.head("topic");
    expect(await s.run({ action: "opened" })).toMatchObject({
      failure: null,
      outputs: { status: "dry_run", "edit-count": "2" },
    });
    expect(s.gate()).toBe("pending");
    expect(await s.label("bob")).toMatchObject({ failure: null, outputs: { status: "applied" } });
    expect(s.files()).toEqual(RENAMED);
    expect(s.double.git(["rev-parse", "topic^"]).trim()).toBe(head);
    expect(s.gate()).toBe("success");
    expect(s.double.problems).toEqual([]);
  });

  test("with a plan that is refused gets a red gate, a failed job, and every place that is in the way (CARD-3)", async () => {
    const untyped = "import m\n\n\ndef go(x):\n    return x.alpha()\n\n\ngo(m)\n";
    await using s = await story({ "rename-plan.toml": PLAN, "untyped.py": untyped });
    const servers = languageServers({ serverPath: SERVER, sandbox: true });
    const opened = await s.run({ action: "opened" }, { servers });
    expect(opened).toMatchObject({
      failure: expect.stringMatching(/refused/),
      outputs: { status: "refused", "safe-to-apply": "false", "edit-count": "0" },
    });
    expect(s.gate()).toBe("failure");
    expect(s.double.checkRuns).toMatchObject([
      {
        conclusion: "failure",
        annotations: [{ path: "untyped.py", start_line: 5, annotation_level: "failure" }],
      },
    ]);
    expect(await s.label("bob", { servers })).toMatchObject({
      failure: expect.stringMatching(/refuses the plan/),
    });
    expect(s.files()).toMatchObject(FILES);
    expect(s.gate()).toBe("failure");
    const inputs = { "fail-on-refusal": "false" };
    expect(await s.run({ action: "reopened" }, { servers, inputs })).toMatchObject({
      failure: null,
      outputs: { status: "refused" },
    });
    expect(s.gate()).toBe("failure");
  });

  test("without a plan gets a green gate at once, with three requests", async () => {
    await using s = await story({ "new.py": "x = 1\n" });
    expect(await s.run({ action: "opened" })).toMatchObject({
      failure: null,
      outputs: { status: "no_plan" },
    });
    expect(s.gate()).toBe("success");
    expect(s.double.requests.map(({ operation }) => operation)).toEqual([
      "pulls/get",
      "pulls/list-files",
      "repos/create-commit-status",
    ]);
  });

  test("is not changed by the label of somebody who may only triage", async () => {
    await using s = await story();
    s.double.setRole("tom", "triage");
    await s.run({ action: "opened" });
    const labeled = await s.label("tom");
    expect(labeled.failure).toMatch(/tom has the role "triage"/);
    expect(s.files()).toMatchObject(FILES);
    expect(s.gate()).toBe("pending");
    expect(s.double.pull(1).labels).toEqual([]);
  });
});
