import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "./client.ts";
import { GitHubError } from "./github-error.ts";

const MOST_TRIES = 3;

/** To be given to a request that must not be made again by itself. */
export const NO_RETRY = { request: { retries: 0 } } as const;

/**
 * Makes something that must not be there twice. When no answer comes, it may have been made: before another try, `find`
 * looks. Rejects with the GitHubError of the last try.
 */
export async function createOnce<T>(
  { pace }: Client,
  create: () => Promise<T>,
  find: () => Promise<T | null>,
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- tries come one after the other
      return await create();
    } catch (error) {
      const status = error instanceof GitHubError ? error.status : 0;
      const mayHaveHappened = status === null || status >= 500;
      if ((!mayHaveHappened && status !== 429) || count === MOST_TRIES) throw error;
      // oxlint-disable-next-line no-await-in-loop
      await wait(pace.retry * count ** 2);
      // oxlint-disable-next-line no-await-in-loop
      const found = mayHaveHappened ? await find() : null;
      if (found !== null) return found;
    }
  }
}
