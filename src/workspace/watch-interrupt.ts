/** Notices SIGINT and SIGTERM instead of dying of them. */
export interface InterruptWatch {
  /** The first signal that came; null when none did. */
  signal(): NodeJS.Signals | null;
  stop(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export function watchInterrupt(): InterruptWatch {
  let first: NodeJS.Signals | null = null;
  const notice = (signal: NodeJS.Signals): void => {
    first ??= signal;
  };
  for (const signal of SIGNALS) process.on(signal, notice);
  return {
    signal: () => first,
    stop: () => {
      for (const signal of SIGNALS) process.off(signal, notice);
    },
  };
}
