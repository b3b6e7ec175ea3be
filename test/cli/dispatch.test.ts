import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dispatch } from "../../src/cli/dispatch.ts";
import { explainError } from "../../src/cli/explain-error.ts";
import { UsageError } from "../../src/cli/usage-error.ts";
import { renderJson } from "../../src/report/json.ts";
import { readReport } from "../../src/report/read-report.ts";
import { REFUSED, report, SAFE } from "../report/sample.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-cli-")));
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...argv: readonly string[]) {
  let out = "";
  let err = "";
  const code = await dispatch(argv, {
    stdout: { write: (chunk: string | Uint8Array) => (out += String(chunk)) },
    stderr: { write: (chunk: string | Uint8Array) => (err += String(chunk)) },
    cwd: folder,
    environment: { noColor: false, forceColor: null, dumbTerminal: false },
    program: "rename-plan",
  });
  return { code, out, err };
}

describe("the command line", () => {
  test("wrong usage says so on stderr and is 2 (REQ-109-039)", async () => {
    expect(await run("plan")).toEqual({
      code: 2,
      out: "",
      err: "rename-plan: PLAN is missing\nSee: rename-plan plan --help\n",
    });
  });

  test("help and version are 0", async () => {
    expect(await run("symbol", "--help")).toMatchObject({ code: 0, err: "" });
    expect((await run("--version")).out).toMatch(/^rename-plan \d+\.\d+\.\d+\n$/);
  });

  test("a plan that cannot be read is a usage error (REQ-109-039)", async () => {
    await expect(run("plan", "nowhere.toml")).rejects.toThrow(UsageError);
  });

  test("faults of a plan are 1, shown with its lines, and in the report (REQ-109-035, REQ-109-039)", async () => {
    writeFileSync(
      join(folder, "p.toml"),
      'version = 1\n\n[[symbols]]\nmodul = "a"\nname = "b"\nnew_name = "c"\n',
    );
    const { code, out } = await run("plan", "p.toml", "--report", "r.json");
    expect(code).toBe(1);
    await expect(out).toMatchFileSnapshot("snapshots/plan-faults.txt");
    const read = readReport(readFileSync(join(folder, "r.json"), "utf8"));
    expect(read).toMatchObject({
      ok: true,
      report: { status: "refused", server: { name: "", version: "" }, outcomes: [], operations: [] },
    });
  });

  test("a plan that is no TOML is shown where it breaks (REQ-109-039)", async () => {
    writeFileSync(join(folder, "p.toml"), 'version = 1\nkeep_patterns = ["a\n');
    const { code, out } = await run("plan", "p.toml");
    expect(code).toBe(1);
    await expect(out).toMatchFileSnapshot("snapshots/plan-syntax.txt");
  });

  test("what is wrong with an argument is told by its name (REQ-109-040)", async () => {
    const { code, out } = await run("symbol", "", "Config", "Settings").catch(() => ({ code: 0, out: "" }));
    expect([code, out]).not.toEqual([0, ""]);
    const wrong = await run("symbol", "shop config", "Config", "not a name");
    expect(wrong.code).toBe(1);
    await expect(wrong.out).toMatchFileSnapshot("snapshots/wrong-arguments.txt");
  });

  test("a repository that cannot be used is 1 (REQ-109-201)", async () => {
    mkdirSync(join(folder, "plans"));
    writeFileSync(
      join(folder, "plans/p.toml"),
      'version = 1\nrepo_root = "../.."\n[[symbols]]\nmodule = "a"\nname = "b"\nnew_name = "c"\n',
    );
    const { code, out } = await run("plan", "plans/p.toml");
    expect(code).toBe(1);
    expect(out).toContain("[plan/root]");
    await expect(run("plan", "plans/p.toml", "--report", "no/r.json")).rejects.toThrow(UsageError);
  });

  test("what this version cannot do is refused, not ignored (REQ-109-032, REQ-109-040)", async () => {
    writeFileSync(join(folder, "p.toml"), "version = 2\n");
    const { code, out } = await run("plan", "p.toml");
    expect(code).toBe(1);
    expect(out).toContain("[plan/unsupported]");
    expect((await run("module", "a.b", "a.c")).out).toContain("[target/module-missing]");
  });

  test("a diff of nothing is empty, and the reason stands on stderr (REQ-109-041)", async () => {
    writeFileSync(join(folder, "p.toml"), "version = 2\n");
    const { out, err } = await run("plan", "p.toml", "--format", "diff");
    expect(out).toBe("");
    expect(err).toContain("Refused: ");
  });
});

describe("the command report (REQ-109-040)", () => {
  test.each(["text", "markdown"])("shows a report as %s", async (format) => {
    writeFileSync(join(folder, "r.json"), renderJson(report(REFUSED)));
    const { code, out } = await run("report", "r.json", "--format", format, "--max-items", "1");
    expect(code).toBe(0);
    expect(out).toContain("Refused: 2 conflicts");
    expect(out).toContain("and 1 more");
  });

  test("json gives the bytes back", async () => {
    writeFileSync(join(folder, "r.json"), renderJson(report(SAFE)));
    expect((await run("report", "r.json", "--format", "json")).out).toBe(renderJson(report(SAFE)));
  });

  test.each([
    ["nowhere.json", "cannot read the report nowhere.json: there is no such file"],
    ["p.toml", "cannot show p.toml: it is no JSON"],
  ])("%s: a usage error says why (REQ-109-039)", async (name, message) => {
    writeFileSync(join(folder, "p.toml"), "version = 1\n");
    await expect(run("report", name)).rejects.toThrow(UsageError);
    await expect(run("report", name)).rejects.toThrow(message);
  });
});

describe("an error that ends the program", () => {
  test("shows no stack for what a user can cause", () => {
    expect(explainError(new UsageError("no\x1b[2J such file"), false)).toBe(
      "rename-plan: no\\x1b[2J such file\n",
    );
  });

  test("a bug says what to do, and where it came from when asked", () => {
    expect(explainError(new TypeError("x is undefined"), false)).toBe(
      "rename-plan: internal error: x is undefined\n" +
        "This is a bug of rename-plan: please report it, with the output of --debug.\n",
    );
    expect(explainError(new TypeError("x"), true)).toContain("dispatch.test.ts");
  });
});
