/** A request to the API, as a test sees it. */
export interface LoggedRequest {
  readonly method: string;
  /** Without the query, not decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The operation's id, such as "checks/create"; "graphql"; or "unknown". */
  readonly operation: string;
  /** As sent; null when there was none. */
  readonly body: unknown;
  /** The login of the token's identity; null without a valid token. */
  readonly by: string | null;
  /** Null when the connection was dropped in place of an answer, or the answer is still to come. */
  readonly status: number | null;
}

/** The requests to the API in the order of their arrival. */
export interface RequestLog {
  readonly all: readonly LoggedRequest[];
  /** Returns the request's number, and its number among those of its operation; both from 0. */
  add(request: LoggedRequest): { readonly index: number; readonly occurrence: number };
  answered(index: number, status: number): void;
}

export function requestLog(): RequestLog {
  const all: LoggedRequest[] = [];
  return {
    all,
    add(request) {
      const occurrence = all.filter(({ operation }) => operation === request.operation).length;
      return { index: all.push(request) - 1, occurrence };
    },
    answered(index, status) {
      const request = all[index];
      if (request !== undefined) all[index] = { ...request, status };
    },
  };
}
