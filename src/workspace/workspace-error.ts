/**
 * The environment failed: git, the disk, or what somebody else did to the files. The message says what happened, where,
 * and what to do next; `cause` keeps the error underneath.
 */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
}

/** The code of a failed system call (`ENOENT`), or "" for any other value. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
