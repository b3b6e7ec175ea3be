/** Why the system would not give or take a file, in words; the code for what has none. */
export function fileProblem(error: unknown): string {
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  if (code === null) return error instanceof Error ? error.message : String(error);
  return WORDS.get(code) ?? code;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file or folder"],
  ["ENOTDIR", "a part of the path is no folder"],
  ["EISDIR", "it is a folder"],
  ["EACCES", "permission is denied"],
  ["EPERM", "the operation is not permitted"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "no space is left"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "the name is too long"],
]);
