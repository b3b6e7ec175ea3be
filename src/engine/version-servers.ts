import type { LanguageServer } from "./ports.ts";

/** Servers that judge the same tree as other versions of Python do. They start when they are asked for. */
export interface VersionServers {
  /** The server for a version such as `3.8`; the same one each time. */
  of(version: string): Promise<LanguageServer>;
  /** Stops those that were started. Never rejects. */
  stop(): Promise<void>;
}

export function versionServers(start: (version: string) => Promise<LanguageServer>): VersionServers {
  const started = new Map<string, Promise<LanguageServer>>();
  return {
    of(version) {
      const server = started.get(version) ?? start(version);
      started.set(version, server);
      return server;
    },
    async stop() {
      for (const starting of started.values()) {
        // oxlint-disable-next-line no-await-in-loop -- few, and each waits for a process
        const server = await starting.catch(() => null);
        // oxlint-disable-next-line no-await-in-loop
        await server?.stop();
      }
    },
  };
}
