import type { Account } from "./account.ts";
import { ApiError } from "./api-error.ts";
import type { Clock } from "./clock.ts";
import type { Fields } from "./fields.ts";
import type { Identity } from "./identity.ts";

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly target_url: string | null;
  readonly created_at: string;
  readonly creator: Account;
}

/** The statuses of all commits, oldest first. A context is the same one whatever its case. */
export interface Statuses {
  readonly all: readonly Status[];
  create(sha: string, body: Fields, identity: Identity): Status;
  /** Of one commit, newest first. */
  of(sha: string): readonly Status[];
  /** Of one commit, the newest of each context. */
  newest(sha: string): readonly Status[];
  /** The state of a commit over all its contexts. */
  combined(sha: string): "success" | "pending" | "failure";
}

/** So many statuses may have one context on one commit. */
const PER_CONTEXT = 1000;

export function statuses(clock: Clock): Statuses {
  const all: Status[] = [];
  const of = (sha: string): readonly Status[] => all.filter((status) => status.sha === sha).reverse();
  const newest = (sha: string): readonly Status[] => {
    const found = new Map<string, Status>();
    for (const status of of(sha)) {
      const key = status.context.toLowerCase();
      if (!found.has(key)) found.set(key, status);
    }
    return [...found.values()];
  };
  return {
    all,
    of,
    newest,
    create(sha, body, { account }) {
      const context = body.textOrNull("context") ?? "default";
      if (of(sha).filter((status) => same(status.context, context)).length >= PER_CONTEXT) {
        throw new ApiError(422, "Validation Failed", {
          errors: ["This SHA and context has reached the maximum number of statuses."],
        });
      }
      const status = {
        id: all.length + 1,
        sha,
        state: body.text("state"),
        context,
        description: body.textOrNull("description"),
        target_url: body.textOrNull("target_url"),
        created_at: clock.now(),
        creator: account,
      };
      all.push(status);
      return status;
    },
    combined(sha) {
      const states = newest(sha).map((status) => status.state);
      if (states.some((state) => state === "failure" || state === "error")) return "failure";
      return states.length === 0 || states.includes("pending") ? "pending" : "success";
    },
  };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
