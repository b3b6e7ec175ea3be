import { ApiError } from "./api-error.ts";

/** What goes wrong. */
export type Fault =
  /** An error in place of the answer; `afterEffect`: the request has been carried out all the same. */
  | {
      readonly kind: "status";
      readonly status: 401 | 403 | 404 | 409 | 422 | 429 | 500 | 502 | 503;
      readonly message?: string;
      /** Seconds, as `retry-after` has them. */
      readonly retryAfter?: number;
      readonly afterEffect?: boolean;
    }
  /** GitHub's secondary limit: a 403 with `retry-after`, in seconds. */
  | { readonly kind: "secondary-limit"; readonly retryAfter: number }
  /** The hourly limit is used up: a 403 with no requests remaining and the time, in seconds from now, of the reset. */
  | { readonly kind: "primary-limit"; readonly resetIn: number }
  /** The connection breaks before the request is carried out, or after it. */
  | { readonly kind: "dropped"; readonly afterEffect?: boolean }
  | { readonly kind: "slow"; readonly milliseconds: number };

/** The answer of a fault; null when it has none. */
export function faultError(fault: Fault): ApiError | null {
  switch (fault.kind) {
    case "status": {
      const headers = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
      return new ApiError(fault.status, fault.message ?? MESSAGES.get(fault.status) ?? "Error", { headers });
    }
    case "secondary-limit":
      return new ApiError(
        403,
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        { headers: { "retry-after": String(fault.retryAfter) } },
      );
    case "primary-limit":
      return new ApiError(403, "API rate limit exceeded for installation.", {
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + fault.resetIn),
        },
      });
    case "dropped":
    case "slow":
      return null;
  }
}

const MESSAGES: ReadonlyMap<number, string> = new Map([
  [401, "Bad credentials"],
  [403, "Resource not accessible by integration"],
  [404, "Not Found"],
  [409, "Conflict"],
  [422, "Validation Failed"],
  [429, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."],
  [500, "Server Error"],
  [502, "Server Error"],
  [503, "Service Unavailable"],
]);
