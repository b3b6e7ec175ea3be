import { describe, expect, test } from "vitest";
import { FILES, PLAN, RENAMED, story } from "./story.ts";

const M = FILES["m.py"] ?? "";
const crlf = (text: string): string => text.replaceAll("\n", "\r\n");

describe("the one commit", () => {
  test("keeps executable bits, line ends as the commit has them, and byte order marks", async () => {
    const base = {
      "m.py": crlf(M),
      "tool.py": `#!/usr/bin/env python3\n${FILES["use.py"] ?? ""}`,
      "bom.py": `\uFEFF${FILES["use.py"] ?? ""}`,
    };
    await using s = await story({ "rename-plan.toml": PLAN }, base, {
      main: { modes: { "tool.py": "100755" } },
    });
    await s.run({ action: "opened" });
    expect(await s.label("bob")).toMatchObject({ failure: null });
    expect(s.files()).toEqual(
      Object.fromEntries(Object.entries(base).map(([path, text]) => [path, text.replace("alpha", "omega")])),
    );
    const modes = s.double.git(["ls-tree", "-r", "topic"]).matchAll(/^(\d+) .*\t(.*)$/gm);
    expect(Object.fromEntries([...modes].map(([, mode, path]) => [path, mode]))).toEqual({
      "bom.py": "100644",
      "m.py": "100644",
      "tool.py": "100755",
    });
  });

  test("has the line ends that .gitattributes say, not those of the checkout", async () => {
    const base = { ...FILES, ".gitattributes": "*.py text eol=crlf\n" };
    await using s = await story({ "rename-plan.toml": PLAN }, base);
    await s.run({ action: "opened" });
    expect(await s.label("bob")).toMatchObject({ failure: null });
    expect(s.files()).toEqual({ ...RENAMED, ".gitattributes": "*.py text eol=crlf\n" });
    expect(s.double.git(["diff", "--numstat", "topic^", "topic", "--", "m.py"])).toBe("1\t1\tm.py\n");
  });

  test("changes nothing but the files of the plan, has one parent, and says who approved what", async () => {
    const base = { ...FILES, "data.bin": "\0\r\n", "sub/other.py": "x = 1\n" };
    await using s = await story({ "rename-plan.toml": PLAN }, base);
    await s.run({ action: "opened" });
    const head = s.double.head("topic");
    await s.label("bob");
    expect(s.double.git(["diff", "--name-status", head, "topic"])).toBe(
      "M\tm.py\nD\trename-plan.toml\nM\tuse.py\n",
    );
    expect(s.double.git(["rev-list", "--parents", "-1", "topic"]).trim().split(" ").slice(1)).toEqual([head]);
    const message = s.double.git(["log", "-1", "--format=%B", "topic"]);
    expect(message).toMatch(/^Rename-Plan: [0-9a-f]{64} "rename-plan\.toml"$/m);
    expect(message).toMatch(new RegExp(`^Rename-Plan-Base: ${head}$`, "m"));
    expect(message).toMatch(/^Rename-Plan-Report: [0-9a-f]{64}$/m);
    expect(message).toMatch(/^Rename-Plan-Approved-By: bob$/m);
  });

  test("of more than a hundred files is made of trees of a hundred entries", async () => {
    const users = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`u${i}.py`, FILES["use.py"] ?? ""]),
    );
    await using s = await story({ "rename-plan.toml": PLAN }, { "m.py": M, ...users });
    await s.run({ action: "opened" });
    expect(await s.label("bob")).toMatchObject({ failure: null, outputs: { "file-count": "121" } });
    expect(Object.values(s.files()).filter((text) => text.includes("alpha"))).toEqual([]);
    expect(s.double.requests.filter(({ operation }) => operation === "git/create-tree")).toHaveLength(2);
    expect(s.double.git(["rev-list", "--count", "main..topic"]).trim()).toBe("2");
    expect(s.double.problems).toEqual([]);
  });

  test("is made with the push token, and everything else with the job's", async () => {
    await using s = await story();
    await s.run({ action: "opened" });
    await s.label("bob", { inputs: { "push-token": s.double.pushToken } });
    expect(s.double.git(["log", "-1", "--format=%an", "topic"]).trim()).toBe("rename-app[bot]");
    const own = s.double.requests.filter(({ by }) => by === "rename-app[bot]");
    expect(new Set(own.map(({ operation }) => operation.split("/")[0]))).toEqual(new Set(["git"]));
    expect(s.double.comments(1)[0]?.body).not.toContain("push-token");
  });
});
