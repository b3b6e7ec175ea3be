import { expect, test } from "vitest";
import { changesFromTop } from "../../src/action/outputs.ts";
import type { FileRewrite } from "../../src/engine/rewrite-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function rewrite(path: string | null, newPath: string): FileRewrite {
  return { path, newPath, preimage: null, before: bytes("a\n"), content: bytes("b\n"), isPython: true };
}

test("the paths of a patch count from the top, of files that stay, that move and that are made", () => {
  const rewrites = [rewrite("a.py", "a.py"), rewrite("b.py", "far/b.py"), rewrite(null, "far/__init__.py")];
  const paths = changesFromTop({ rewrites, prefix: "lib/" }).map(({ path, newPath }) => [path, newPath]);
  expect(paths).toEqual([
    ["lib/a.py", "lib/a.py"],
    ["lib/b.py", "lib/far/b.py"],
    [null, "lib/far/__init__.py"],
  ]);
});
