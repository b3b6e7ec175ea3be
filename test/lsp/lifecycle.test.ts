import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fakeServer } from "../support/fake-server.ts";
import { goneWithin, processAlive } from "../support/process-alive.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { fakeRun } from "./session.ts";

const AT = { line: 0, character: 0 };

describe("the life of a server", () => {
  it("goes through initialize, initialized, shutdown, exit, and is gone after stop (REQ-109-004, REQ-109-008)", async () => {
    await using run = fakeRun(`
      const said = [];
      for (const method of ["initialize", "initialized", "shutdown", "exit"]) {
        const handler = on[method];
        on[method] = (m) => { said.push(method); note("said", said); handler(m); };
      }
    `);
    const server = await run.start();
    expect(server.sourceFileCount).toBe(2);
    expect(readdirSync(run.tmp)).toEqual([expect.stringMatching(/^rename-plan-/)]);
    const pid = Number(run.note("pid"));
    expect(processAlive(pid)).toBe(true);
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(processAlive(pid)).toBe(false);
    expect(readdirSync(run.tmp)).toEqual([]);
    expect(run.note("said")).toBe("initialize,initialized,shutdown,exit");
  });

  it("is not ready before the server has found its files", async () => {
    await using run = fakeRun(`
      on.initialized = () => {
        log("Searching for source files");
        setTimeout(() => { note("told", "yes"); log("No source files found."); }, 200);
      };
    `);
    const server = await run.start();
    expect(run.note("told")).toBe("yes");
    expect(server.sourceFileCount).toBe(0);
  });

  it("kills a server that ignores shutdown (REQ-109-004, REQ-109-008)", async () => {
    await using run = fakeRun(`
      on.shutdown = () => {};
      process.on("SIGTERM", () => {});
    `);
    const server = await run.start();
    const pid = Number(run.note("pid"));
    const pending = server.definition("a.py", AT);
    const failed = expect(pending).rejects.toThrow("ended (signal SIGKILL)");
    await server.stop();
    await failed;
    expect(processAlive(pid)).toBe(false);
    expect(readdirSync(run.tmp)).toEqual([]);
  });

  it("stops in peace when the server has died before (REQ-109-004, REQ-109-008)", async () => {
    await using run = fakeRun(`on["textDocument/rename"] = () => process.kill(process.pid, "SIGKILL");`);
    const server = await run.start();
    await expect(server.rename("a.py", AT, "b")).rejects.toThrow("signal SIGKILL");
    await server.stop();
    expect(readdirSync(run.tmp)).toEqual([]);
  });

  it.each([
    [
      "dies first",
      `on.initialized = () => { console.error("no typeshed"); process.exit(3); };`,
      "no typeshed",
    ],
    ["dies at once", `console.error("cannot load"); process.exit(1);`, "cannot load"],
    [
      "refuses",
      `on.initialize = (m) => send({ id: m.id, error: { code: 1, message: "no" } });`,
      "with an error: no",
    ],
    ["hangs", `on.initialized = () => console.error("thinking");`, "had not listed its files after 0.6 s"],
    ["never answers", `on.initialize = () => {};`, "0.6 s"],
    ["talks nonsense", `raw("Hello!\\r\\n\\r\\n");`, "does not speak its protocol"],
  ])(
    "fails the start of a server that %s, and leaves nothing (REQ-109-004, REQ-109-008)",
    async (_, behaviour, reason) => {
      await using run = fakeRun(behaviour, { startTimeoutMs: 600 });
      await expect(run.start()).rejects.toThrow(reason);
      expect(processAlive(Number(run.note("pid")))).toBe(false);
      expect(readdirSync(run.tmp)).toEqual([]);
    },
  );

  it("fails the start when there is no such Node (REQ-109-004, REQ-109-008)", async () => {
    await using run = fakeRun("", { nodePath: "/nonexistent/node" });
    await expect(run.start()).rejects.toThrow(/start failure: spawn \/nonexistent\/node ENOENT/);
    expect(readdirSync(run.tmp)).toEqual([]);
  });

  it.each([
    ["a fake server", "process.exit(0)", false],
    ["a fake server", 'process.kill(process.pid, "SIGKILL")', false],
    ["basedpyright", "process.exit(0)", true],
    ["basedpyright", 'process.kill(process.pid, "SIGKILL")', true],
  ])("%s dies with this process: %s (REQ-109-004, REQ-109-008)", async (_, end, real) => {
    using folder = temporaryFolder();
    using tmp = temporaryFolder();
    const options = real ? { sandbox: true } : { sandbox: false, serverPath: fakeServer(folder.path) };
    const request = { root: folder.path, files: [], sourceRoots: [], stubPath: null };
    const main = `
      const { languageServers } = await import(${JSON.stringify(import.meta.resolve("../../src/lsp/start-server.ts"))});
      await languageServers(${JSON.stringify(options)}).start(${JSON.stringify(request)});
      const { readFileSync } = await import("node:fs");
      const children = readFileSync("/proc/self/task/" + process.pid + "/children", "utf8");
      process.stdout.write(children, () => ${end});
    `;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", main], {
      env: { ...process.env, TMPDIR: tmp.path },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(parent, "exit");
    const said = await text(parent.stdout);
    await ended;
    const pids = said.trim().split(" ").map(Number);
    expect(pids).toHaveLength(1);
    expect(await goneWithin(pids[0] ?? 0, 5_000)).toBe(true);
    if (end === "process.exit(0)") expect(readdirSync(tmp.path)).toEqual([]);
  });
});
