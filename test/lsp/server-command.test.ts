import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findServer } from "../../src/lsp/server-command.ts";
import { tree } from "./tree.ts";

describe("finding the server", () => {
  it("finds the package next to this program, and not its console script (REQ-203)", () => {
    const command = findServer(undefined, undefined);
    expect(command).toMatchObject({ name: "basedpyright", version: "1.40.1" });
    expect(command.script).toBe(`${command.folder}/langserver.index.js`);
  });

  it("takes a folder or a script that is named, links resolved, before anything else", () => {
    using folder = tree({
      "real/langserver.index.js": "",
      "real/package.json": '{ "name": "mine", "version": "9.9" }',
      "bare/server.js": "",
    });
    symlinkSync(`${folder.path}/real`, `${folder.path}/link`);
    const mine = {
      script: `${folder.path}/real/langserver.index.js`,
      folder: `${folder.path}/real`,
      name: "mine",
      version: "9.9",
    };
    expect(findServer(`${folder.path}/link`, undefined)).toEqual(mine);
    expect(findServer(`${folder.path}/link/langserver.index.js`, undefined)).toEqual(mine);
    expect(findServer(`${folder.path}/bare/server.js`, undefined)).toMatchObject({
      name: "basedpyright",
      version: "",
    });
  });

  it("says how to name the server when there is none", () => {
    using folder = tree({ "empty/x": "", "broken/package.json": "[" });
    for (const path of [`${folder.path}/empty`, `${folder.path}/missing`]) {
      expect(() => findServer(path, undefined)).toThrow(/No language server at .*--server/);
    }
  });
});
