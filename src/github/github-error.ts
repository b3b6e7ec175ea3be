/** GitHub would not do something. The message says what, how it answered, and what to do next. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  /** The HTTP status of the answer; null when none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
  }

  /** The token lacks the permission; a rate limit has the same status and passes. */
  get isForbidden(): boolean {
    return this.status === 403 && !/rate limit/i.test(this.message);
  }
}
