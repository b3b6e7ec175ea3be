import type { LanguageServer, LanguageServers, Transaction } from "../engine/ports.ts";

/** The signals that a person or a system ends a program with, and the exit code each leaves. */
const EXIT_CODES: ReadonlyMap<NodeJS.Signals, number> = new Map([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
]);

export interface Interrupt {
  /** The exit code of the signal that came; null when none did. */
  exitCode(): number | null;
  /** The same servers; they are stopped when the run is interrupted. */
  guardServers(servers: LanguageServers): LanguageServers;
  /** The same transaction; while it writes it deals with signals itself, and the process lives until it is done. */
  guardTransaction(transaction: Transaction): Transaction;
  /** Gives the signals back to whoever had them. */
  release(): void;
}

/** Ctrl-C and its kin: the servers are stopped, then `exit` is called. A second signal does not wait for them. */
export function interrupt(exit: (code: number) => void): Interrupt {
  const running = new Set<LanguageServer>();
  let code: number | null = null;
  let isWriting = false;

  const onSignal = (signal: NodeJS.Signals): void => {
    const isFirst = code === null;
    const ended = EXIT_CODES.get(signal) ?? 1;
    code = ended;
    if (isWriting) return;
    if (!isFirst) return exit(ended);
    void Promise.all([...running].map((server) => server.stop())).then(() => exit(ended));
  };
  for (const signal of EXIT_CODES.keys()) process.on(signal, onSignal);

  return {
    exitCode: () => code,
    guardServers: (servers) => ({
      async start(request) {
        const server = await servers.start(request);
        running.add(server);
        return server;
      },
    }),
    guardTransaction: (transaction) => ({
      recover: () => transaction.recover(),
      async apply(change, verify) {
        // The process ends as soon as the servers have: nothing may be begun that this would cut in two.
        if (code !== null) return new Promise(() => {});
        isWriting = true;
        try {
          return await transaction.apply(change, verify);
        } finally {
          isWriting = false;
        }
      },
    }),
    release() {
      for (const signal of EXIT_CODES.keys()) process.off(signal, onSignal);
    },
  };
}
