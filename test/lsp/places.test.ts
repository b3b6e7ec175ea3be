import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { placeResolver } from "../../src/lsp/place.ts";
import { toDiagnostics } from "../../src/lsp/to-diagnostics.ts";
import { toLocations } from "../../src/lsp/to-locations.ts";
import { toProposedEdits } from "../../src/lsp/to-proposed-edits.ts";
import { tree } from "./tree.ts";

const RANGE = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const EDIT = { range: RANGE, newText: "b" };
const place = placeResolver("/repo");

const item = (rest: object): object => ({ range: RANGE, message: "m", ...rest });

describe("answers of the server", () => {
  it("reads both shapes of an edit (REQ-109-014)", () => {
    const expected = [
      { path: "a b.py", absolutePath: "/repo/a b.py", fragment: false, range: RANGE, newText: "b" },
      { path: null, absolutePath: "/out/c.py", fragment: false, range: RANGE, newText: "b" },
    ];
    const changes = { "file:///repo/a%20b.py": [EDIT], "file:///out/c.py": [EDIT] };
    expect(toProposedEdits({ changes }, place)).toEqual(expected);
    const documentChanges = [
      { textDocument: { uri: "file:///repo/a%20b.py", version: null }, edits: [EDIT] },
      { textDocument: { uri: "file:///out/c.py", version: 3 }, edits: [EDIT] },
    ];
    expect(toProposedEdits({ documentChanges }, place)).toEqual(expected);
    expect(toProposedEdits({ changes: {}, documentChanges }, place)).toEqual(expected);
    for (const empty of [null, undefined, {}, { changes: {} }, { documentChanges: [] }]) {
      expect(toProposedEdits(empty, place)).toEqual([]);
    }
  });

  it("marks a notebook cell as a fragment", () => {
    const [edit] = toProposedEdits({ changes: { "file:///repo/n.ipynb#0": [EDIT] } }, place);
    expect(edit).toMatchObject({ path: "n.ipynb", fragment: true });
    const [plain] = toProposedEdits({ changes: { "file:///repo/n%230.py": [EDIT] } }, place);
    expect(plain).toMatchObject({ path: "n#0.py", fragment: false });
  });

  it("reads every shape of a location", () => {
    const expected = [{ path: "a.py", absolutePath: "/repo/a.py", range: RANGE }];
    const uri = "file:///repo/a.py";
    const link = {
      targetUri: uri,
      targetRange: { start: RANGE.start, end: RANGE.start },
      targetSelectionRange: RANGE,
    };
    expect(toLocations({ uri, range: RANGE }, place)).toEqual(expected);
    expect(toLocations([{ uri, range: RANGE }], place)).toEqual(expected);
    expect(toLocations([link], place)).toEqual(expected);
    expect(toLocations(null, place)).toEqual([]);
  });

  it("resolves links, and leaves a URI that names no file as it is", () => {
    using outside = tree({ "b.py": "" });
    using folder = tree({ "real/a.py": "" });
    symlinkSync(`${folder.path}/real`, `${folder.path}/link`);
    symlinkSync(`${outside.path}/b.py`, `${folder.path}/out.py`);
    const resolve = placeResolver(folder.path);
    expect(resolve(`file://${folder.path}/link/a.py`).path).toBe("real/a.py");
    expect(resolve(`file://${folder.path}/out.py`).path).toBeNull();
    expect(resolve(`file://${folder.path}-sibling/a.py`).path).toBeNull();
    expect(resolve(`file://${folder.path}/..hidden/a.py`).path).toBe("..hidden/a.py");
    expect(resolve(`file://${folder.path}`).path).toBeNull();
    expect(resolve("untitled:Untitled-1")).toEqual({
      path: null,
      absolutePath: "untitled:Untitled-1",
      fragment: false,
    });
  });

  it("reads diagnostics of every severity", () => {
    const read = toDiagnostics([
      item({}),
      item({ severity: 2, code: "reportX" }),
      item({ severity: 3, code: 5 }),
      item({ severity: 4 }),
      item({ severity: 9 }),
    ]);
    expect(read.map(({ severity, rule }) => [severity, rule])).toEqual([
      ["error", null],
      ["warning", "reportX"],
      ["information", null],
      ["hint", null],
      ["error", null],
    ]);
  });

  it.each([
    ["an edit that is none", () => toProposedEdits("no", place)],
    [
      "a file operation",
      () => toProposedEdits({ documentChanges: [{ kind: "delete", uri: "file:///x" }] }, place),
    ],
    ["an edit without text", () => toProposedEdits({ changes: { "file:///x": [{ range: RANGE }] } }, place)],
    ["a snippet edit", () => toProposedEdits({ changes: { "file:///x": ["s"] } }, place)],
    ["a map that is a list", () => toProposedEdits({ changes: [] }, place)],
    ["a location without a range", () => toLocations([{ uri: "file:///x" }], place)],
    ["a location that is text", () => toLocations(["file:///x"], place)],
    [
      "a position without a column",
      () => toLocations({ uri: "file:///x", range: { start: { line: 1 }, end: {} } }, place),
    ],
    ["diagnostics that are no list", () => toDiagnostics(undefined)],
  ])("refuses %s", (_, read) => {
    expect(read).toThrow(/answer has .* where .* belongs/);
  });
});
