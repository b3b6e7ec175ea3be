import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { installServer } from "../../src/action/install-server.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { type Registry, registry } from "./registry.ts";

const FILES = { "langserver.index.js": "// the server\n" };

/** The package, with scripts that leave a mark when they run. */
function manifest(mark: string) {
  const touch = `node -e "require('fs').writeFileSync('${mark}', '')"`;
  const scripts = { preinstall: touch, install: touch, postinstall: touch };
  return { name: "basedpyright", version: "1.2.3", scripts };
}

/** A runner's folders, and the variables that lead npm and the tool cache there. */
function runner(folder: TemporaryFolder, source: Registry | null) {
  folder.write({ "temp/.keep": "", "work/.keep": "", "tools/.keep": "", "home/.keep": "" });
  const at = (name: string) => join(folder.path, name);
  vi.stubEnv("RUNNER_TOOL_CACHE", at("tools"));
  vi.stubEnv("RUNNER_TEMP", at("temp"));
  vi.stubEnv("HOME", at("home"));
  vi.stubEnv("npm_config_cache", at("npm-cache"));
  vi.stubEnv("npm_config_registry", source?.url ?? "http://127.0.0.1:9");
  vi.stubEnv("npm_config_fetch_retries", "0");
  return { temporary: at("temp"), workspace: at("work") };
}

// The tool cache writes commands for the runner, which would be carried out where these tests run.
beforeEach(() => void vi.spyOn(process.stdout, "write").mockReturnValue(true));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("basedpyright", () => {
  test("comes from npm's own registry into the tool cache, once, and no script of it runs (CARD-1)", async () => {
    using folder = temporaryFolder();
    const mark = join(folder.path, "mark");
    await using source = await registry(manifest(mark), FILES);
    const places = runner(folder, source);
    const server = { version: "1.2.3", integrity: source.integrity };
    const installed = await installServer(server, places);
    expect(installed).toBe(join(folder.path, "tools/basedpyright/1.2.3", process.arch));
    expect(readdirSync(installed).sort()).toEqual(["langserver.index.js", "package.json"]);
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(join(folder.path, "temp"))).toEqual([".keep"]);
    expect(readdirSync(join(folder.path, "work"))).toEqual([".keep"]);
    const asked = source.asked.length;
    expect(asked).toBeGreaterThan(0);
    expect(await installServer(server, places)).toBe(installed);
    expect(source.asked).toHaveLength(asked);
  });

  test("with another integrity is not installed", async () => {
    using folder = temporaryFolder();
    await using source = await registry(manifest(join(folder.path, "mark")), FILES);
    const server = { version: "1.2.3", integrity: `sha512-${"A".repeat(86)}==` };
    await expect(installServer(server, runner(folder, source))).rejects.toThrow(/EINTEGRITY.*`server-path`/);
    expect(existsSync(join(folder.path, "tools/basedpyright"))).toBe(false);
  });

  test("that cannot be fetched, or without npm, is an error that names server-path", async () => {
    using folder = temporaryFolder();
    const server = { version: "1.2.3", integrity: `sha512-${"A".repeat(86)}==` };
    const places = runner(folder, null);
    await expect(installServer(server, places)).rejects.toThrow(/could not install.*`server-path`/);
    vi.stubEnv("PATH", join(folder.path, "empty"));
    await expect(installServer(server, places)).rejects.toThrow(/no npm.*`server-path`/);
  });

  test("is not installed by an npm that lies in the checkout", async () => {
    using folder = temporaryFolder();
    const places = runner(folder, null);
    folder.write({ "work/bin/npm": '#!/bin/sh\ntouch "$0.ran"\n' });
    chmodSync(join(places.workspace, "bin/npm"), 0o755);
    vi.stubEnv("PATH", join(places.workspace, "bin"));
    await expect(
      installServer({ version: "1.2.3", integrity: `sha512-${"A".repeat(86)}==` }, places),
    ).rejects.toThrow(/no npm/);
    expect(existsSync(join(places.workspace, "bin/npm.ran"))).toBe(false);
  });
});
