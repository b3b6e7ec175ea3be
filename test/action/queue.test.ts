import { describe, expect, test } from "vitest";
import { languageServers } from "../../src/lsp/start-server.ts";
import { SERVER } from "../dist/bundle.ts";
import { mergeGroupPayload } from "../github/payloads.ts";
import { job, type JobResult } from "./job.ts";
import { PLAN, story, type Story } from "./story.ts";

const BASE = {
  "m.py": "class Box:\n    def alpha(self):\n        return 0\n\n\ndef alpha():\n    return 1\n",
  "use.py": "import m\n\nprint(m.alpha())\n",
  "other.py": "def alpha():\n    return 2\n\n\nprint(alpha())\n",
};

/** The plan is applied on the branch, as by the action; then the other side goes on, and both are queued. */
async function queued(s: Story, main: Readonly<Record<string, string>>): Promise<JobResult> {
  const servers = languageServers({ serverPath: SERVER, sandbox: true });
  await s.run({ action: "opened" }, { servers });
  expect(await s.label("bob", { servers })).toMatchObject({ failure: null });
  s.double.commit("main", main);
  const group = s.double.queue(1);
  const payload = mergeGroupPayload(s.double, group);
  const result = await job({
    double: s.double,
    eventName: "merge_group",
    payload,
    sha: payload.merge_group.head_sha,
    servers,
  });
  expect(s.double.problems).toEqual([]);
  expect(s.gate(payload.merge_group.head_sha)).toBe(result.failure === null ? "success" : "failure");
  return result;
}

describe("a queue in which a plan was applied, with the real server", () => {
  test("passes when nothing means an old name, also where others bear it", async () => {
    await using s = await story({ "rename-plan.toml": PLAN }, BASE);
    const more =
      "import m\nimport other\n\n\ndef alpha():\n    return other.alpha() + m.Box().alpha()\n\n\nalpha()\n";
    expect(await queued(s, { "more.py": more })).toMatchObject({ failure: null });
  });

  test.each([
    ["an attribute of the module", "import m\n\nprint(m.alpha())\n", 3],
    ["an import", "from m import alpha\n\nprint(alpha())\n", 1],
    ["an import in a function", "def go():\n    from m import alpha as a\n\n    return a()\n", 2],
    [
      "an object of unknown type that may be the module",
      "import m\n\n\ndef go(x):\n    return x.alpha()\n\n\ngo(m)\n",
      5,
    ],
  ])("fails for %s that came in from the other side, and names the place", async (_, text, line) => {
    await using s = await story({ "rename-plan.toml": PLAN }, BASE);
    const result = await queued(s, { "late.py": text });
    expect(result.failure).toContain(`late.py:${line}`);
    expect(result.summary).toContain(`late.py:${line}`);
    expect(result.annotations[0]).toMatchObject({ path: "late.py", line, level: "failure" });
  });
});
