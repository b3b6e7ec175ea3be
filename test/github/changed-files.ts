import type { BareRepository } from "./bare-repository.ts";

/** A file of a comparison, as GitHub lists it. `sha` is the blob's: of the removed one when it was removed. */
export interface ChangedFile {
  readonly sha: string;
  readonly filename: string;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  readonly previous_filename?: string;
  readonly additions: number;
  readonly deletions: number;
  readonly changes: number;
}

/** What differs between two trees, by git's own comparison with rename detection, in the order of the paths. */
export function changedFiles(repository: BareRepository, from: string, to: string): readonly ChangedFile[] {
  const tokens = repository
    .settled(["diff", "--raw", "--numstat", "--no-abbrev", "-z", "--find-renames", "-l0", from, to])
    .split("\0");
  const rawEnd = skipRaw(tokens);
  const counts = numstat(tokens.slice(rawEnd));
  const files: ChangedFile[] = [];
  for (let i = 0; i < rawEnd;) {
    const [, newMode = "", oldSha = "", newSha = "", code = ""] = (tokens[i] ?? "").slice(1).split(" ");
    const first = tokens[i + 1] ?? "";
    const isRename = code.startsWith("R");
    const filename = isRename ? (tokens[i + 2] ?? "") : first;
    i += isRename ? 3 : 2;
    const { additions, deletions } = counts.get(filename) ?? { additions: 0, deletions: 0 };
    files.push({
      sha: newMode === "000000" ? oldSha : newSha,
      filename,
      status: statusOf(code, oldSha === newSha),
      additions,
      deletions,
      changes: additions + deletions,
      ...(isRename ? { previous_filename: first } : {}),
    });
  }
  return files;
}

/** The index of the first token after the raw lines, each of which is followed by one path, or by two for a rename. */
function skipRaw(tokens: readonly string[]): number {
  let i = 0;
  while (tokens[i]?.startsWith(":") === true) i += tokens[i]?.includes(" R") === true ? 3 : 2;
  return i;
}

function statusOf(code: string, sameContent: boolean): ChangedFile["status"] {
  if (code.startsWith("R")) return "renamed";
  if (code === "A") return "added";
  if (code === "D") return "removed";
  return code === "T" || sameContent ? "changed" : "modified";
}

/** "added TAB deleted TAB path", where a rename has an empty path and the two paths after it. */
function numstat(
  tokens: readonly string[],
): ReadonlyMap<string, { readonly additions: number; readonly deletions: number }> {
  const counts = new Map<string, { readonly additions: number; readonly deletions: number }>();
  for (let i = 0; i < tokens.length; i++) {
    const match = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(tokens[i] ?? "");
    if (match === null) continue;
    const [, added = "", deleted = "", path = ""] = match;
    const name = path === "" ? (tokens[i + 2] ?? "") : path;
    if (path === "") i += 2;
    counts.set(name, { additions: Number(added) || 0, deletions: Number(deleted) || 0 });
  }
  return counts;
}
