import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderDiff } from "../../src/report/diff.ts";
import type { FileChange } from "../../src/report/diff.ts";
import { report, view } from "./sample.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rename-plan-diff-"));
  git("init", "--quiet");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" });
}

function bytes(text: string, encoding: "utf8" | "latin1" = "utf8"): string {
  return Buffer.from(text, encoding).toString("latin1");
}

const LONG = Array.from({ length: 50 }, (_, i) => `line ${i}`);
const UNIX = `${LONG.join("\n")}\n`;

const CHANGES: readonly FileChange[] = [
  {
    path: "plain.py",
    before: UNIX,
    after: UNIX.replace("line 5\n", "new 5\n").replace("line 40\n", "new 40\n"),
  },
  { path: "no-end.py", before: "a\nConfig", after: "a\nSettings" },
  { path: "dos.py", before: "a = Config\r\nb\r\n", after: "a = Settings\r\nb\r\n" },
  { path: "dos-no-end.py", before: "b\r\na = Config", after: "b\r\na = Settings" },
  { path: "old-mac.py", before: "a = Config\rb = Config\rc", after: "a = Settings\rb = Settings\rc" },
  { path: "mixed.py", before: "a\r\nConfig\nb\rc\n", after: "a\r\nSettings\nb\rc\n" },
  { path: "form-feed.py", before: "a\n\f\nConfig\n", after: "a\n\f\nSettings\n" },
  { path: "with space.py", before: "Config\n", after: "Settings\n" },
  { path: 'quote".py', before: "Config\n", after: "Settings\n" },
  { path: "back\\slash.py", before: "Config\n", after: "Settings\n" },
  { path: "tab\tand\nline.py", before: "Config\n", after: "Settings\n" },
  { path: "größe/名前.py", before: bytes("# größe\nConfig\n"), after: bytes("# größe\nSettings\n") },
  { path: "-dash.py", before: "-- Config\n++ Config\n", after: "-- Settings\n++ Settings\n" },
  { path: "b/a b/b.py", before: "Config\n", after: "Settings\n" },
  { path: "bom.py", before: bytes("\ufeffConfig\n"), after: bytes("\ufeffSettings\n") },
  { path: "latin1.py", before: bytes("é Config\n", "latin1"), after: bytes("é Settings\n", "latin1") },
].map((change) => ({ newPath: change.path, ...change }));

const MOVES: readonly FileChange[] = [
  { path: "old.py", newPath: "deep/er/new.py", before: "a\nConfig\n", after: "a\nSettings\n" },
  { path: "same.py", newPath: "größe/same name.py", before: "b\n", after: "b\n" },
  { path: null, newPath: "deep/__init__.py", before: "", after: "" },
  { path: null, newPath: "made.py", before: "", after: "x = 1\n" },
];

describe("a diff", () => {
  test.each(CHANGES)("of $path applies with git, byte for byte", (change) => {
    check([change]);
  });

  test("of all of them applies with git in one go", () => {
    check(CHANGES);
  });

  test.each(MOVES)("of a file that moves or is made, to $newPath, applies with git", (change) => {
    check([change]);
  });

  test("of nothing is nothing", () => {
    const changes = [{ path: "a", newPath: "a", before: "x", after: "x" }];
    expect(renderDiff(report(), view({ changes }))).toBe("");
  });

  test("looks as git writes it", async () => {
    const patch = renderDiff(report(), view({ changes: CHANGES.slice(0, 2) }));
    await expect(patch).toMatchFileSnapshot("snapshots/patch.diff");
  });
});

function check(changes: readonly FileChange[]): void {
  for (const { path, before } of changes) {
    if (path === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), before, "latin1");
  }
  git("add", "--all");
  writeFileSync(join(folder, "patch.diff"), renderDiff(report(), view({ changes })), "latin1");
  git("-c", "core.autocrlf=false", "apply", "--index", "--whitespace=nowarn", "patch.diff");
  for (const { path, newPath, after } of changes) {
    expect(readFileSync(join(folder, newPath), "latin1")).toBe(after);
    if (path !== null && path !== newPath) expect(existsSync(join(folder, path))).toBe(false);
  }
}
