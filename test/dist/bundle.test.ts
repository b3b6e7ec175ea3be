import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { fakeServer } from "../support/fake-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { bundle, SERVER } from "./bundle.ts";

const SCHEMA: AnySchemaObject = JSON.parse(readFileSync("schema/report.schema.json", "utf8"));
const validate = new Ajv2020({ strictTypes: false, strictRequired: false }).compile(SCHEMA);

const FILES = {
  "shop/__init__.py": "",
  "shop/cart.py": "class Basket:\n    pass\n",
  "shop/pay.py": "from shop.cart import Basket\n\n# a Basket\nBasket()\n",
};
const RENAME = ["symbol", "shop.cart", "Basket", "Trolley", "--server", SERVER];
const STACK = /^\s+at /m;

describe("the bundle alone in an empty folder", () => {
  test.each(["plan", "symbol", "module", "report"])(
    "%s --help goes to standard output with an example (REQ-109-040)",
    async (command) => {
      using it = bundle();
      const { code, stdout, stderr } = await it.run(command, "--help");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^Usage: .*\n/);
      expect(stdout).toContain("Example");
    },
  );

  test("a dry run exits with 0, writes a valid report and nothing else (REQ-109-036, 039, 041, 202)", async () => {
    using it = bundle(FILES);
    const before = it.repo.tree();
    const file = join(it.home.path, "report.json");
    const { code, stdout, stderr } = await it.run(...RENAME, "--report", file, "--quiet");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("shop/pay.py");
    expect(stdout).toContain("a Basket");
    expect(it.repo.tree()).toEqual(before);
    const report: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(validate(report)).toBe(true);
    expect(report).toMatchObject({ status: "dry_run", safe_to_apply: true, server: { name: "basedpyright" } });

    const again = join(it.home.path, "again.json");
    await it.run(...RENAME, "--report", again);
    expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
    expect(readFileSync(file, "utf8")).not.toContain(it.repo.path);

    const shown = await it.run("report", file);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("Trolley");
  });

  test("--apply exits with 0 and has written (REQ-109-036, 039)", async () => {
    using it = bundle(FILES);
    const { code, stdout } = await it.run(...RENAME, "--apply", "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: "applied" });
    expect(it.repo.read("shop/cart.py")).toBe("class Trolley:\n    pass\n");
    expect(it.repo.read("shop/pay.py")).toBe("from shop.cart import Trolley\n\n# a Basket\nTrolley()\n");
  });

  test("a refusal exits with 1, with the residue, and has written nothing (REQ-109-039, 041, CARD-3)", async () => {
    using it = bundle({ ...FILES, "any.py": "def f(x):\n    return x.Basket\n" });
    const before = it.repo.tree();
    const { code, stdout, stderr } = await it.run(...RENAME, "--apply", "--quiet");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("any.py:2");
    expect(it.repo.tree()).toEqual(before);
  });

  test.each([
    ["TOML that is none", "symbols = [", "plan/syntax"],
    ["an unknown key", "version = 1\nsymbol = []\n", "plan/invalid"],
    ["a root outside the repository", 'version = 1\nrepo_root = "../.."\nsymbols = []\n', "plan/"],
  ])("a plan with %s exits with 1 before anything runs (REQ-109-035, 039, 201)", async (_, plan, code) => {
    using it = bundle({ ...FILES, "rename-plan.toml": plan });
    const result = await it.run("plan", "rename-plan.toml", "--format", "json", "--server", "/nowhere");
    expect(result.code).toBe(1);
    expect(result.stdout).toContain(code);
  });

  test.each([
    ["no command", []],
    ["an unknown option", ["plan", "x.toml", "--wrong"]],
    ["a plan that is not there", ["plan", "nowhere.toml"]],
    ["a report that is none", ["report", "shop/cart.py"]],
  ])("%s exits with 2 and says it on standard error (REQ-109-039)", async (_, args) => {
    using it = bundle(FILES);
    const { code, stdout, stderr } = await it.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
    expect(stderr).not.toMatch(STACK);
  });
});

describe("a server that fails", () => {
  test("one that is missing exits with 2 and says what to do (REQ-109-039)", async () => {
    using it = bundle(FILES);
    const { code, stdout, stderr } = await it.run("symbol", "shop.cart", "Basket", "Trolley", "--apply");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/npm install basedpyright.*--server/s);
    expect(stderr).not.toMatch(STACK);
  });

  test.each([
    ["at the start", "process.exit(3);"],
    ["at the first question", 'on["textDocument/definition"] = () => process.exit(3);'],
    ["with garbage", 'on["textDocument/definition"] = () => raw("Content-Length: x\\r\\n\\r\\n");'],
  ])("one that dies %s exits with 2 and writes nothing (REQ-109-039)", async (_, behaviour) => {
    using it = bundle(FILES);
    using folder = temporaryFolder();
    const before = it.repo.tree();
    const script = fakeServer(folder.path, `on.initialized = () => log("Found 3 source files");\n${behaviour}`);
    const server = ["--server", script, "--no-sandbox"];
    const { code, stderr } = await it.run("symbol", "shop.cart", "Basket", "Trolley", "--apply", ...server);
    expect(code).toBe(2);
    expect(stderr).toMatch(/server/i);
    expect(stderr).not.toMatch(STACK);
    expect(it.repo.tree()).toEqual(before);
  });
});
