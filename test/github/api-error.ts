/** An answer of the API that is not a success; the server makes the response from it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly errors: readonly unknown[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: {
      readonly errors?: readonly unknown[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = details.errors ?? [];
    this.headers = details.headers ?? {};
  }
}

export function notFound(): never {
  throw new ApiError(404, "Not Found");
}

/** What a token without the permission gets, and every token of a fork's run for a write. */
export function notAccessible(): never {
  throw new ApiError(403, "Resource not accessible by integration");
}
