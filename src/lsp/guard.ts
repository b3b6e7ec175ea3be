import type { ServerError } from "./server-error.ts";

/** Lets no work wait for a server that cannot answer any more. */
export interface Guard {
  /** Settles as `work` does, or rejects when the guard is tripped or `limitMs` milliseconds have passed. */
  watch<T>(work: Promise<T>, limitMs: number, late: () => ServerError): Promise<T>;
  /** Rejects all work that is watched, and all that will be. The first reason stays. */
  trip(reason: ServerError): void;
}

/** Not a promise to race against: one that lives as long as the session would keep every answer in memory. */
export function guard(): Guard {
  const watched = new Set<(reason: ServerError) => void>();
  let tripped: ServerError | null = null;
  return {
    async watch<T>(work: Promise<T>, limitMs: number, late: () => ServerError): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      work.then(resolve, reject);
      if (tripped !== null) reject(tripped);
      watched.add(reject);
      const timer = setTimeout(() => reject(late()), limitMs);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        watched.delete(reject);
      }
    },
    trip(reason) {
      tripped ??= reason;
      for (const reject of watched) reject(tripped);
    },
  };
}
