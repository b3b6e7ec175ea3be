/** What was asked cannot be done as it was asked: a file that is not there, a folder that cannot be written. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
