import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { FileEntry, FileSet, LinkEntry } from "../model/file-set.ts";
import { classifyFile } from "./classify-file.ts";
import { isInside } from "./confine.ts";
import { gitTopLevel } from "./git-top-level.ts";
import { git } from "./git.ts";
import { walkFolder } from "./walk-folder.ts";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

/**
 * The file set of a root (absolute, links resolved). Rejects with a WorkspaceError when git fails, or when a file or
 * folder of it cannot be read: leaving it out would be a silent half.
 */
export async function listFiles(root: string, sizeLimit: number): Promise<FileSet> {
  const files: FileEntry[] = [];
  const links: LinkEntry[] = [];
  const isPlainFolder = plainFolders(root);
  for (const path of [...(await candidatePaths(root))].sort()) {
    const absolute = join(root, path);
    try {
      if (!isPlainFolder(dirname(path))) continue;
      const stat = lstatSync(absolute, { throwIfNoEntry: false });
      if (stat?.isSymbolicLink()) links.push(describeLink(root, path));
      else if (stat?.isFile()) {
        files.push({ path, kind: classifyFile(absolute, stat.size, sizeLimit), size: stat.size });
      }
    } catch (cause) {
      if (GONE.has(errorCode(cause))) continue;
      throw new WorkspaceError(`${absolute} cannot be read; make it readable or let git ignore it`, {
        cause,
      });
    }
  }
  return { files, links };
}

/** A file that git lists and that is deleted on disk, or whose folder is now a file. */
const GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Submodules and repositories inside the repository come as folders, and are dropped with all that is no file. */
async function candidatePaths(root: string): Promise<ReadonlySet<string>> {
  const top = await gitTopLevel(root);
  if (top === null) return new Set(walkFolder(root));
  const { code, stdout, stderr } = await git(root, [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  if (code !== 0) throw new WorkspaceError(`git cannot list the files of ${root}: ${stderr}`);
  const paths = splitPaths(root, stdout);
  // A root that git ignores as a whole is no part of that repository, and git would list nothing of it.
  if (paths.size === 0 && top !== root && (await git(root, ["check-ignore", "-q", "."])).code === 0) {
    return new Set(walkFolder(root));
  }
  return paths;
}

function splitPaths(root: string, stdout: Buffer): ReadonlySet<string> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(stdout);
  } catch (cause) {
    const name = stdout
      .toString("utf8")
      .split("\0")
      .find((path) => path.includes("\uFFFD"));
    throw new WorkspaceError(
      `a file name in ${root} is not UTF-8: ${name ?? ""}; rename it or let git ignore it`,
      {
        cause,
      },
    );
  }
  return new Set(text.split("\0").filter((path) => path !== ""));
}

/** Tells, for a folder relative to the root, that no part of it is a link; what lies behind a link is not in the set. */
function plainFolders(root: string): (folder: string) => boolean {
  const known = new Map<string, boolean>([[".", true]]);
  const isPlain = (folder: string): boolean => {
    let plain = known.get(folder);
    if (plain === undefined) {
      plain =
        isPlain(dirname(folder)) &&
        !lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink();
      known.set(folder, plain);
    }
    return plain;
  };
  return isPlain;
}

function describeLink(root: string, path: string): LinkEntry {
  const absolute = join(root, path);
  try {
    const real = realpathSync(absolute);
    const inside = isInside(root, real);
    const target = inside ? relative(root, real).split(sep).join("/") || "." : null;
    return { path, target, directory: statSync(real).isDirectory() };
  } catch {
    return { path, target: null, directory: false };
  }
}
