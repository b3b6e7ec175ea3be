import { mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { gitEnvironment, stateHomes } from "../../src/workspace/environment.ts";
import { existingStateFolder, stateFolder } from "../../src/workspace/state-folder.ts";
import { scratch } from "./scratch.ts";

afterEach(() => vi.unstubAllEnvs());

describe("the environment of git", () => {
  it("holds no token, no variable of git's own and no relative search path", () => {
    vi.stubEnv("GITHUB_TOKEN", "secret");
    vi.stubEnv("GIT_EXTERNAL_DIFF", "trap");
    vi.stubEnv("GIT_CONFIG_COUNT", "1");
    vi.stubEnv("PATH", ".:/usr/bin::bin:/bin");
    const environment = gitEnvironment();
    expect(environment["PATH"]).toBe("/usr/bin:/bin");
    expect(
      Object.keys(environment)
        .filter((name) => name.startsWith("GIT"))
        .sort(),
    ).toEqual(["GIT_NO_LAZY_FETCH", "GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT"]);
  });
});

describe("the state folder", () => {
  it("lies in the user's state folder, or in the temporary one under the user's number (REQ-109-202)", () => {
    vi.stubEnv("XDG_STATE_HOME", "/state");
    expect(stateHomes()).toEqual(["/state/rename-plan", join(tmpdir(), `rename-plan-${process.getuid?.()}`)]);
    vi.stubEnv("XDG_STATE_HOME", "relative");
    expect(stateHomes()[0]).toBe(join(homedir(), ".local", "state", "rename-plan"));
  });

  it("is the first that can be made, and stays it once it is there", () => {
    using folder = scratch();
    const blocked = join(folder.write("file", ""), "rename-plan");
    const [first, second] = [join(folder.path, "first"), join(folder.path, "second")];
    const homes = [blocked, second];
    expect(existingStateFolder("/root", homes)).toBeNull();
    const state = stateFolder("/root", homes);
    expect(state.startsWith(second)).toBe(true);
    mkdirSync(state, { mode: 0o700 });
    expect(stateFolder("/root", [first, second])).toBe(state);
    expect(stateFolder("/other", [first, second]).startsWith(first)).toBe(true);
  });

  it("is an error when none can be made", () => {
    using folder = scratch();
    expect(() => stateFolder("/root", [join(folder.write("file", ""), "home")])).toThrow(
      /nothing was written/,
    );
  });
});
