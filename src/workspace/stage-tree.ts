import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { confine } from "./confine.ts";
import { gitOutput } from "./git.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** One path that a staged tree has otherwise than the commit. */
export type StagedEntry =
  | {
      readonly path: string;
      /** Octal, as git writes it: `100644`, `100755`. */
      readonly mode: string;
      /** The name of the blob. */
      readonly sha: string;
      /** What the blob holds, clean filters applied. */
      readonly content: Uint8Array;
    }
  | { readonly path: string; readonly removed: true };

/** A tree that git made of the commit that is checked out, and what is different in it. */
export interface StagedTree {
  readonly sha: string;
  readonly entries: readonly StagedEntry[];
}

export interface FileContent {
  /** POSIX, relative to the top of the work tree. */
  readonly path: string;
  /** Where the file is in the commit, which gives it its mode; null for a new one. */
  readonly oldPath: string | null;
  readonly content: Uint8Array;
}

/**
 * What `git add` and `git rm` would make of files that are tracked: with an index and a work tree of its own, so that
 * neither the user's index nor his files are touched, while attributes and line ends work as git works them. Modes
 * stay as the commit has them, also of a file that moves. Rejects with a WorkspaceError when git would change any other path.
 */
export async function stageTree(
  root: string,
  writes: readonly FileContent[],
  removals: readonly string[],
): Promise<StagedTree> {
  const scratch = mkdtempSync(join(tmpdir(), "rename-plan-stage-"));
  try {
    const gitDir = (await gitOutput(root, ["rev-parse", "--absolute-git-dir"])).toString("utf8").trimEnd();
    const tree = join(scratch, "tree");
    mkdirSync(tree);
    const environment = { GIT_INDEX_FILE: join(scratch, "index") };
    const run = (...args: readonly string[]) =>
      gitOutput(tree, [`--git-dir=${gitDir}`, `--work-tree=${tree}`, ...SETTINGS, ...args], environment);
    await run("read-tree", "HEAD");
    const arriving = writes.map(({ path }) => path);
    const leaving = writes.flatMap(({ path, oldPath }) =>
      oldPath === null || oldPath === path ? [] : [oldPath],
    );
    const executable = await executables(run, writes);
    for (const paths of chunks([...leaving, ...removals])) {
      await run("update-index", "--force-remove", "--", ...paths);
    }
    for (const { path, content } of writes) write(confine(tree, path), content);
    for (const paths of chunks(arriving)) await run("add", "--", ...paths);
    for (const paths of chunks(executable)) await run("update-index", "--chmod=+x", "--", ...paths);
    const entries = await differences(run);
    expectOnly(entries, [...arriving, ...leaving, ...removals]);
    return { sha: (await run("write-tree")).toString("utf8").trim(), entries };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The mode of the index counts, and a conversion of line ends is no reason to stop. */
const SETTINGS = [
  "--literal-pathspecs",
  ...["core.fileMode=false", "core.safecrlf=false", "core.sparseCheckout=false"].flatMap((s) => ["-c", s]),
];

/** As many paths as surely fit on a command line. */
const PATHS_AT_ONCE = 200;

function* chunks(paths: readonly string[]): Generator<readonly string[]> {
  for (let i = 0; i < paths.length; i += PATHS_AT_ONCE) yield paths.slice(i, i + PATHS_AT_ONCE);
}

/** New paths of files that are executable in the commit; where a file stays, its index entry knows. */
async function executables(
  run: (...args: string[]) => Promise<Buffer>,
  writes: readonly FileContent[],
): Promise<readonly string[]> {
  const listed = (await run("ls-files", "--stage", "-z")).toString("utf8").split("\0");
  const paths = new Set(
    listed.filter((l) => l.startsWith("100755 ")).map((l) => l.slice(l.indexOf("\t") + 1)),
  );
  return writes.flatMap(({ path, oldPath }) =>
    oldPath !== null && oldPath !== path && paths.has(oldPath) ? [path] : [],
  );
}

function write(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o600);
}

async function differences(run: (...args: string[]) => Promise<Buffer>): Promise<readonly StagedEntry[]> {
  const raw = (await run("diff-index", "--cached", "--raw", "-z", "--no-renames", "--abbrev=64", "HEAD"))
    .toString("utf8")
    .split("\0");
  const entries: StagedEntry[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [, mode = "", , sha = "", status = ""] = (raw[i] ?? "").split(" ");
    const path = raw[i + 1] ?? "";
    if (status === "D") entries.push({ path, removed: true });
    // oxlint-disable-next-line no-await-in-loop -- one process at a time
    else entries.push({ path, mode, sha, content: await run("cat-file", "blob", sha) });
  }
  return entries;
}

function expectOnly(entries: readonly StagedEntry[], paths: readonly string[]): void {
  const stray = entries.find(({ path }) => !paths.includes(path));
  if (stray !== undefined) {
    throw new WorkspaceError(
      `git would change ${stray.path} too, which the plan does not name; nothing was written`,
    );
  }
}
