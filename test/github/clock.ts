/** The double's time: the real one, plus what a test has moved it by. GitHub's times have no fractions of a second. */
export interface Clock {
  /** Such as "2026-03-01T09:30:00Z". */
  now(): string;
  /** Moves the time on, or back when negative. */
  advance(milliseconds: number): void;
}

export function clock(): Clock {
  let offset = 0;
  return {
    now: () => iso(new Date(Date.now() + offset)),
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}

/** A time as GitHub writes it. */
export function iso(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
