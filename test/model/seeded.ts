/** A whole number from 0 up to the limit, which it never reaches. */
export type Random = (limit: number) => number;

/** The same numbers for the same seed, so that a failure can be repeated (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const PIECES = ["a", "b", " ", "\n", "\r", "\r\n", "é", "😀", "\u2028", "\f", "名"];

export function randomText(random: Random, pieces: number): string {
  return Array.from({ length: random(pieces + 1) }, () => PIECES[random(PIECES.length)] ?? "").join("");
}
