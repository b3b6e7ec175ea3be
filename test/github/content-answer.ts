import { notFound } from "./api-error.ts";
import type { Answer, Call } from "./call.ts";
import { apiUrl, type World } from "./world.ts";

/** What is at a path in a commit: a file with its content, or the entries of a folder. */
export function contentAnswer(world: World, call: Call): Answer {
  const { repository } = world;
  const path = call.parameters.text("path").replace(/\/$/, "");
  const ref = call.parameters.textOrNull("ref") ?? "main";
  const commit = repository.resolve(ref) ?? notFound();
  const [entry] = entries(world, commit, path === "" ? [] : [path]);
  if (path === "" || entry?.mode === "040000") {
    const below = entries(world, path === "" ? commit : `${commit}:${path}`, []);
    return {
      status: 200,
      body: below.map((child) => json(world, child, path === "" ? "" : `${path}/`, ref)),
    };
  }
  if (entry === undefined) notFound();
  const bytes = entry.mode === "160000" ? Buffer.alloc(0) : repository.bytes(["cat-file", "blob", entry.sha]);
  if (/application\/vnd\.github\.(?:[^,]*\.)?raw/.test(call.accept)) return { status: 200, body: bytes };
  const target = entry.mode === "120000" ? { target: bytes.toString() } : {};
  return {
    status: 200,
    body: {
      ...json(world, entry, "", ref),
      size: bytes.length,
      encoding: "base64",
      // GitHub breaks the lines of it.
      content: bytes.toString("base64").replaceAll(/.{1,60}/g, "$&\n"),
      ...target,
    },
  };
}

interface Entry {
  readonly mode: string;
  readonly sha: string;
  readonly path: string;
}

/** Lists from the top of the tree, whatever folder the process is in. */
function entries(world: World, tree: string, paths: readonly string[]): readonly Entry[] {
  return world.repository
    .git(["ls-tree", "-z", "--full-tree", tree, "--", ...paths])
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const [mode = "", , sha = ""] = line.split(/[ \t]/);
      return { mode, sha, path: line.slice(line.indexOf("\t") + 1) };
    });
}

function json(world: World, { mode, sha, path }: Entry, prefix: string, ref: string) {
  const types = new Map([
    ["040000", "dir"],
    ["120000", "symlink"],
    ["160000", "submodule"],
  ]);
  const whole = `${prefix}${path}`;
  return {
    type: types.get(mode) ?? "file",
    name: whole.slice(whole.lastIndexOf("/") + 1),
    path: whole,
    sha,
    size: 0,
    url: `${apiUrl(world)}/contents/${encodeURIComponent(whole)}?ref=${encodeURIComponent(ref)}`,
  };
}
