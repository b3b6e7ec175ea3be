import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { WorkspaceError } from "../../src/workspace/workspace-error.ts";
import { scratch } from "./scratch.ts";

describe("opening", () => {
  it("resolves the links of the root", () => {
    using folder = scratch();
    mkdirSync(join(folder.path, "real"));
    symlinkSync("real", join(folder.path, "link"));
    expect(openWorkspace(join(folder.path, "link")).root).toBe(join(folder.path, "real"));
  });

  it("refuses what is no folder", () => {
    using folder = scratch();
    const file = folder.write("file", "");
    expect(() => openWorkspace(file)).toThrow(/is no folder/);
    expect(() => openWorkspace(join(folder.path, "nowhere"))).toThrow(WorkspaceError);
  });
});

describe("reading", () => {
  it("gives the bytes of a file", async () => {
    using folder = scratch();
    folder.write("pkg/a.py", "é\r\n");
    expect(Buffer.from(await openWorkspace(folder.path).read("pkg/a.py")).toString()).toBe("é\r\n");
  });

  it("refuses every path that leaves the root, and git's own folder (REQ-109-201)", async () => {
    using outside = scratch();
    const secret = outside.write("secret", "s");
    using folder = scratch();
    folder.write(".git/config", "");
    folder.write("pkg/a.py", "");
    symlinkSync(secret, join(folder.path, "link"));
    symlinkSync(outside.path, join(folder.path, "pkg", "up"));
    const workspace = openWorkspace(folder.path);
    for (const path of [
      "",
      secret,
      `..${secret}`,
      "../secret",
      "pkg/../../x",
      "pkg/..",
      "link",
      "pkg/up/secret",
      ".git/config",
      ".GIT/config",
      "a\0b",
    ]) {
      await expect(workspace.read(path), JSON.stringify(path)).rejects.toThrow(WorkspaceError);
    }
  });

  it("does not take a sibling with the same beginning for the root (REQ-109-201)", async () => {
    using folder = scratch();
    folder.write("root/a.py", "");
    folder.write("root-evil/secret", "s");
    symlinkSync("../root-evil/secret", join(folder.path, "root", "link"));
    await expect(openWorkspace(join(folder.path, "root")).read("link")).rejects.toThrow(/leads outside/);
  });

  it("follows a link inside the root", async () => {
    using folder = scratch();
    folder.write("a.py", "x");
    symlinkSync("a.py", join(folder.path, "link.py"));
    expect(await openWorkspace(folder.path).read("link.py")).toHaveLength(1);
  });

  it("fails with the cause for a file that is gone or is a folder", async () => {
    using folder = scratch();
    mkdirSync(join(folder.path, "pkg"));
    const workspace = openWorkspace(folder.path);
    await expect(workspace.read("gone.py")).rejects.toMatchObject({
      name: "WorkspaceError",
      cause: { code: "ENOENT" },
    });
    await expect(workspace.read("pkg")).rejects.toThrow(/no regular file/);
  });

  it("gives null outside the repository for what is missing, no file or too large", async () => {
    using folder = scratch();
    const stub = folder.write("stub.pyi", "x: int");
    const huge = folder.write("huge.pyi", "");
    truncateSync(huge, 5 * 1024 * 1024 + 1);
    const workspace = openWorkspace(folder.path);
    expect(await workspace.readOutside(stub)).toHaveLength(6);
    for (const path of [huge, folder.path, join(folder.path, "gone"), "a\0b"]) {
      expect(await workspace.readOutside(path)).toBeNull();
    }
  });
});

it("hashes with SHA-256", () => {
  using folder = scratch();
  expect(openWorkspace(folder.path).sha256(Buffer.from("abc"))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
