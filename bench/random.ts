/** A source of chance that gives the same sequence for the same seed on every machine. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** At most `count` different items, in no order. */
  sample<T>(list: readonly T[], count: number): T[];
  /** Lognormal: half of the numbers are below `median`; the larger the spread, the longer the tail. */
  skewed(median: number, spread: number): number;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[between(0, list.length - 1)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    sample(list, count) {
      const rest = [...list];
      const taken = [];
      while (taken.length < count && rest.length > 0) {
        taken.push(...rest.splice(between(0, rest.length - 1), 1));
      }
      return taken;
    },
    skewed(median, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
  };
}
