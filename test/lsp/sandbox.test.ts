import { readdirSync, chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serverArguments, serverEnvironment } from "../../src/lsp/sandbox.ts";
import { childProcesses } from "../support/child-processes.ts";
import { goneWithin } from "../support/process-alive.ts";
import { fakeRun, startReal } from "./session.ts";
import { find, openFile, places, tree } from "./tree.ts";

const USE = "from mod import helper\n\nhelper()\n";
const MARK = (mark: string): string => `#!/bin/sh\necho "$0" >> '${mark}'\n`;
const SECRETS = {
  GITHUB_TOKEN: "hush",
  ACTIONS_RUNTIME_TOKEN: "hush",
  INPUT_TOKEN: "hush",
  HTTPS_PROXY: "hush",
  NODE_OPTIONS: "--no-warnings",
  PYTHONPATH: "hush",
  LC_MESSAGES: "de_DE",
};

describe("the sandbox", () => {
  let before: NodeJS.ProcessEnv;
  beforeEach(() => {
    before = { ...process.env };
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });

  it("gives the server no variable but its own (REQ-205, REQ-203)", async () => {
    using folder = tree({ "a.py": "" });
    Object.assign(process.env, SECRETS);
    await using session = await startReal({ root: folder.path, files: ["a.py"] });
    const [child] = childProcesses(folder.path);
    const names = child?.environment.map((text) => text.split("=", 1)[0]).sort();
    expect(names).toEqual(["HOME", "LANG", "LC_ALL", "TEMP", "TMP", "TMPDIR"]);
    expect(child?.environment.join("\n")).not.toContain("hush");
    expect(child?.argv[0]).toBe(process.execPath);
    expect(child?.argv).toContain("--permission");
    expect(child?.argv.at(-2)).toMatch(/node_modules\/basedpyright\/langserver\.index\.js$/);
    const may = child?.argv.filter((text) => text.startsWith("--allow"));
    expect(may).toEqual([
      `--allow-fs-read=${folder.path}`,
      expect.stringMatching(new RegExp(`^--allow-fs-read=${session.tmp}/rename-plan-\\w+$`)),
      expect.stringMatching(/^--allow-fs-read=.*\/node_modules\/basedpyright$/),
      expect.stringMatching(new RegExp(`^--allow-fs-write=${session.tmp}/rename-plan-\\w+/scratch-$`)),
    ]);
    await session.server.stop();
    expect(await goneWithin(child?.pid ?? 0, 1_000)).toBe(true);
  });

  it("passes on what Windows needs, and nothing else (REQ-205)", () => {
    const names = Object.keys(
      serverEnvironment("/s", { SystemRoot: "C:\\Windows", PATH: "/bin", ...SECRETS }),
    );
    expect(names.sort()).toEqual(["HOME", "LANG", "LC_ALL", "SystemRoot", "TEMP", "TMP", "TMPDIR"]);
  });

  it("reads nothing outside the repository", async () => {
    using outside = tree({ "secret.py": "token = 1\n" });
    using folder = tree({ "a.py": "from secret import token\n" });
    const sourceRoots = [`../${outside.path.split("/").at(-1)}`];
    const ask = async (sandbox: boolean) => {
      await using session = await startReal({ root: folder.path, files: ["a.py"], sourceRoots }, { sandbox });
      return (await session.server.definition("a.py", { line: 0, character: 20 })).map((l) => l.absolutePath);
    };
    expect(await ask(true)).toEqual([]);
    expect(await ask(false)).toEqual([`${outside.path}/secret.py`]);
  });

  it.each([true, false])(
    "never runs or configures anything of a hostile repository; sandbox: %s (REQ-109-005, REQ-204)",
    async (sandbox) => {
      using outside = tree({});
      const mark = join(outside.path, "mark");
      const hostile = {
        "pyrightconfig.json":
          '{ "exclude": ["**"], "ignore": ["**"], "defineConstant": { "DEBUG": false }, "venvPath": ".", "venv": ".venv" }',
        "pyproject.toml":
          '[tool.basedpyright]\nexclude = ["**"]\npythonVersion = "2.7"\ndefineConstant = { DEBUG = false }\n',
        ".basedpyright/baseline.json": "not json",
        ".venv/pyvenv.cfg": "home = /usr/bin\n",
        ".venv/bin/python": MARK(mark),
        ".venv/bin/python3": MARK(mark),
        python: MARK(mark),
        python3: MARK(mark),
        "node_modules/basedpyright/langserver.index.js": `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`,
        "node_modules/basedpyright/package.json": '{ "version": "0.0.0" }',
        "sitecustomize.py": `open(${JSON.stringify(mark)}, "w")\n`,
      };
      using folder = tree({
        ...hostile,
        "mod.py": "def helper(): ...\n\n\nDEBUG = True\nif DEBUG:\n    from inner import thing\n",
        "inner.py": "thing = 1\n",
        "use.py": USE,
      });
      for (const path of [".venv/bin/python", ".venv/bin/python3", "python", "python3"]) {
        chmodSync(join(folder.path, path), 0o755);
      }
      process.env["PATH"] = `${folder.path}:${folder.path}/.venv/bin:${process.env["PATH"] ?? ""}`;
      process.env["VIRTUAL_ENV"] = `${folder.path}/.venv`;
      const files = ["mod.py", "use.py", "inner.py", "sitecustomize.py"];
      await using session = await startReal({ root: folder.path, files }, { sandbox });
      const { server } = session;
      expect(server.version).toBe("1.40.1");
      expect(server.sourceFileCount).toBe(4);
      openFile(server, folder, "mod.py");
      await server.diagnostics("mod.py");
      const answer = await server.rename("mod.py", find(folder, "mod.py", "helper"), "assist");
      expect(places(answer)).toEqual(["mod.py:0", "use.py:0", "use.py:2"]);
      const inner = await server.rename("inner.py", { line: 0, character: 0 }, "thong");
      expect(places(inner)).toEqual(["inner.py:0", "mod.py:5"]);
      expect(existsSync(mark)).toBe(false);
      for (const [path, text] of Object.entries(hostile)) {
        expect(readFileSync(join(folder.path, path), "utf8")).toBe(text);
      }
    },
  );

  it("leaves no folder behind, sandboxed or not (REQ-109-008)", async () => {
    using folder = tree({ "a.py": "" });
    for (const sandbox of [true, false]) {
      await using session = await startReal({ root: folder.path, files: ["a.py"] }, { sandbox });
      await session.server.stop();
      expect(readdirSync(session.tmp)).toEqual([]);
    }
  });

  it("names --no-sandbox when this Node has no permission model", async () => {
    using folder = tree({ node: '#!/bin/sh\necho "$0: bad option: --permission" >&2\nexit 9\n' });
    chmodSync(join(folder.path, "node"), 0o755);
    await using run = fakeRun("", { sandbox: true, nodePath: join(folder.path, "node") });
    const start = run.start();
    await expect(start).rejects.toThrow(/exit code 9.*bad option: --permission.*--no-sandbox/s);
    expect(readdirSync(run.tmp)).toEqual([]);
  });

  it("refuses a path that would open more than itself", () => {
    const workspace = { root: "/t", scratch: "/t/s", preload: "/t/p", nothing: "/t/n", remove: () => {} };
    const command = { script: "/b/s.js", folder: "/b", name: "", version: "" };
    const bounds = { root: "/home/me/*", workspace, command, memoryLimitMb: 1 };
    expect(() => serverArguments(bounds, true)).toThrow(/\/home\/me\/\*.*--no-sandbox/s);
    expect(serverArguments(bounds, false)).toEqual(["--max-old-space-size=1", "/b/s.js", "--stdio"]);
  });
});
