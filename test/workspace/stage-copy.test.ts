import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { scratch } from "./scratch.ts";

const KNOWN = ["pkg/a.py", "pkg/old.py", "pkg/b.py"];

test("a copy holds what it is told, leads to what is ignored, and never writes to the repository", async () => {
  using folder = scratch();
  for (const path of KNOWN) folder.write(path, `# ${path}\n`);
  folder.write("pkg/_version.py", "V = 1\n");
  folder.write("build/lib/x.py", "X = 1\n");
  const before = folder.tree();
  const copy = await openWorkspace(folder.path).stage(
    [
      { path: "pkg/a.py", from: "pkg/a.py" },
      { path: "far/new.py", from: "pkg/old.py" },
      { path: "pkg/b.py", content: new TextEncoder().encode("# other\n") },
      { path: "link.py", target: "far/new.py" },
    ],
    KNOWN,
  );
  const read = (path: string) => readFileSync(join(copy.root, path), "utf8");
  expect(["pkg/a.py", "far/new.py", "pkg/b.py", "link.py"].map(read)).toEqual([
    "# pkg/a.py\n",
    "# pkg/old.py\n",
    "# other\n",
    "# pkg/old.py\n",
  ]);
  expect(existsSync(join(copy.root, "pkg/old.py"))).toBe(false);
  expect(read("pkg/_version.py")).toBe("V = 1\n");
  expect(realpathSync(join(copy.root, "build/lib/x.py"))).toBe(join(folder.path, "build/lib/x.py"));
  expect(lstatSync(copy.root).mode & 0o077).toBe(0);
  await copy.remove();
  await copy.remove();
  expect(existsSync(copy.root)).toBe(false);
  expect(folder.tree()).toEqual(before);
});

test("a path that is there already is never written through", async () => {
  using folder = scratch();
  folder.write("a.py", "A = 1\n");
  const twice = [
    { path: "a.py", from: "a.py" },
    { path: "a.py", content: new TextEncoder().encode("B = 1\n") },
  ];
  await expect(openWorkspace(folder.path).stage(twice, ["a.py"])).rejects.toThrow(/could not be copied/);
  expect(folder.read("a.py")).toBe("A = 1\n");
});

test("what leads out of the repository is not copied", async () => {
  using folder = scratch();
  using other = scratch();
  writeFileSync(join(other.path, "secret.py"), "S = 1\n");
  symlinkSync(join(other.path, "secret.py"), join(folder.path, "a.py"));
  const staged = openWorkspace(folder.path).stage([{ path: "a.py", from: "a.py" }], ["a.py"]);
  await expect(staged).rejects.toThrow(/leads outside/);
});
