import { rmSync } from "node:fs";
import { join } from "node:path";
import { ApiError } from "./api-error.ts";
import type { BareRepository } from "./bare-repository.ts";
import type { Fields } from "./fields.ts";
import { writeBlob } from "./write-blob.ts";

/**
 * Makes a tree as the Git Data API does: the entries over those of the base tree, by real git objects. An entry has a
 * path, a mode, and either an object's SHA, or null to delete the path, or its content as text. A wrong entry is a 422.
 */
export function writeTree(
  repository: BareRepository,
  base: string | null,
  entries: readonly Fields[],
): string {
  const index = join(repository.dir, "tree.index");
  rmSync(index, { force: true });
  const env = { GIT_INDEX_FILE: index };
  try {
    if (base !== null) {
      if (!["tree", "commit"].includes(repository.typeOf(base) ?? ""))
        refuse("base_tree is not a valid tree oid");
      repository.git(["read-tree", base], { env });
    } else {
      repository.git(["read-tree", "--empty"], { env });
    }
    const known = new Set(repository.git(["ls-files", "-z"], { env }).split("\0"));
    const lines: string[] = [];
    const trees: (readonly [path: string, sha: string])[] = [];
    for (const entry of entries) {
      const path = entry.text("path");
      if (path.split("/").some((part) => /^(?:|\.|\.\.|\.git)$/i.test(part))) malformed();
      if (entry.raw["sha"] === null && !entry.has("content")) {
        if (!known.has(path)) refuse("GitRPC::BadObjectState");
        lines.unshift(`0 ${"0".repeat(40)}\t${path}\0`);
        continue;
      }
      const mode = entry.textOrNull("mode") ?? "100644";
      const sha = entry.textOrNull("sha") ?? writeBlob(repository, entry.text("content"));
      checkObject(repository, sha, mode);
      if (mode === "040000") trees.push([path, sha]);
      else lines.push(`${mode} ${sha}\t${path}\0`);
    }
    update(() => {
      repository.git(["update-index", "-z", "--add", "--replace", "--index-info"], {
        env,
        input: lines.join(""),
      });
      for (const [path, sha] of trees) repository.git(["read-tree", `--prefix=${path}/`, sha], { env });
    });
    return repository.git(["write-tree"], { env }).trim();
  } finally {
    rmSync(index, { force: true });
  }
}

function checkObject(repository: BareRepository, sha: string, mode: string): void {
  // The commit of a submodule is in another repository.
  if (mode === "160000") return;
  const type = mode === "040000" ? "tree" : "blob";
  if (repository.typeOf(sha) !== type) refuse(`tree.sha ${sha} is not a valid ${type}`);
}

function update(change: () => void): void {
  try {
    change();
  } catch {
    malformed();
  }
}

/** Of a path that leaves the tree or reaches into `.git`: git itself passes it over with a warning. */
function malformed(): never {
  refuse("tree.path contains a malformed path component");
}

function refuse(message: string): never {
  throw new ApiError(422, message);
}
