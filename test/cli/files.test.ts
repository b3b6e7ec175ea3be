import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadPlan } from "../../src/cli/load-plan.ts";
import { outputFile } from "../../src/cli/output-file.ts";
import { sourceRoots } from "../../src/cli/source-roots.ts";
import { UsageError } from "../../src/cli/usage-error.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-cli-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the plan's file", () => {
  test("is TOML unless it is called .json", async () => {
    writeFileSync(join(folder, "a.toml"), "version = 1\n");
    writeFileSync(join(folder, "a.JSON"), "{}");
    expect(await loadPlan("a.toml", folder)).toEqual({
      text: "version = 1\n",
      format: "toml",
      folder,
      fileName: "a.toml",
    });
    expect(await loadPlan(join(folder, "a.JSON"), "/")).toMatchObject({ format: "json", text: "{}" });
  });

  test.each([
    ["nowhere.toml", "there is no such file or folder"],
    [".", "it is a folder"],
    ["bytes.toml", "it is not UTF-8 text"],
  ])("%s: a usage error says why (REQ-109-039)", async (name, problem) => {
    writeFileSync(join(folder, "bytes.toml"), Buffer.from([0xff, 0xfe, 0x00]));
    const loading = loadPlan(name, folder);
    await expect(loading).rejects.toThrow(UsageError);
    await expect(loading).rejects.toThrow(`cannot read the plan ${name}: ${problem}`);
  });
});

describe("the report's file", () => {
  test("is replaced in one step and leaves nothing beside it", async () => {
    writeFileSync(join(folder, "r.json"), "old");
    await (await outputFile("r.json", folder)).write("new");
    expect(readFileSync(join(folder, "r.json"), "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["r.json"]);
  });

  test("a link stays a link", async () => {
    mkdirSync(join(folder, "there"));
    writeFileSync(join(folder, "there/r.json"), "old");
    symlinkSync("there/r.json", join(folder, "r.json"));
    await (await outputFile("r.json", folder)).write("new");
    expect(readFileSync(join(folder, "there/r.json"), "utf8")).toBe("new");
  });

  test("a device is written to, not replaced", async () => {
    await (await outputFile("/dev/null", folder)).write("new");
    expect(readFileSync("/dev/null", "utf8")).toBe("");
  });

  test("is looked at before anything runs: no folder, no run (REQ-109-039)", async () => {
    await expect(outputFile("no/r.json", folder)).rejects.toThrow(
      "cannot write no/r.json: its folder does not exist",
    );
    await expect(outputFile(".", folder)).rejects.toThrow("it is a folder");
    expect(existsSync(join(folder, "no"))).toBe(false);
  });

  test("what cannot be written is a usage error", async () => {
    const file = await outputFile("gone/r.json", mkdirSync(join(folder, "gone")) ?? folder);
    rmSync(join(folder, "gone"), { recursive: true });
    await expect(file.write("x")).rejects.toThrow(UsageError);
    chmodSync(folder, 0o700);
  });
});

describe("--source-root", () => {
  test("is relative to the repository, or an absolute folder in it", () => {
    expect(sourceRoots(["src", "./lib/", ".", "/r/a/b"], "/r")).toEqual(["src", "lib", ".", "a/b"]);
  });

  test.each(["..", "/elsewhere", "src/../../x"])("%s lies outside", (given) => {
    expect(() => sourceRoots([given], "/r")).toThrow(UsageError);
  });
});
