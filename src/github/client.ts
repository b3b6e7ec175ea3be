import { getOctokit } from "@actions/github";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import Bottleneck from "bottleneck/light.js";
import type { Repository } from "./repository.ts";

export interface Connection {
  /** It is sent to the API and goes nowhere else. */
  readonly token: string;
  /** Of the REST API, without a slash at its end. */
  readonly apiUrl: string;
  readonly repository: Repository;
  readonly pace?: Pace;
}

/** How long the client waits. Milliseconds. */
export interface Pace {
  /** Between two writes. */
  readonly write: number;
  /** Between two writes that notify people. */
  readonly notification: number;
  /** Before a failed request is made again; the next waits are 4 and 9 times as long. */
  readonly retry: number;
}

/** As GitHub's "Best practices for using the REST API" ask. */
const GITHUB_PACE: Pace = { write: 1000, notification: 3000, retry: 1000 };

/** A rate limit that lifts later than this is not waited for. Seconds. */
const LONGEST_WAIT = 60;
const MOST_WAITS = 2;

/** What speaks to one repository; only this folder looks inside. */
export interface Client {
  readonly octokit: ReturnType<typeof getOctokit>;
  readonly repository: Repository;
  readonly pace: Pace;
  /** The owner and the name as every request wants them. */
  readonly repo: { readonly owner: string; readonly repo: string };
}

/**
 * Requests are made again after failures that may pass: 5xx, a dropped connection, a rate limit that lifts soon. Proxies
 * of the environment are used.
 */
export function connect({ token, apiUrl, repository, pace = GITHUB_PACE }: Connection): Client {
  const wait = (retryAfter: number, _options: unknown, _octokit: unknown, count: number): boolean =>
    retryAfter <= LONGEST_WAIT && count < MOST_WAITS;
  const octokit = getOctokit(
    token,
    {
      baseUrl: apiUrl,
      userAgent: "rename-plan",
      log: QUIET,
      retry: { retryAfterBaseValue: pace.retry },
      throttle: {
        retryAfterBaseValue: pace.retry,
        write: new Bottleneck.Group({ maxConcurrent: 1, minTime: pace.write }),
        notifications: new Bottleneck.Group({ maxConcurrent: 1, minTime: pace.notification }),
        onRateLimit: wait,
        onSecondaryRateLimit: wait,
      },
    },
    retry,
    throttling,
  );
  return { octokit, repository, pace, repo: { owner: repository.owner, repo: repository.name } };
}

/** What the client logs may hold text of a repository. */
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
