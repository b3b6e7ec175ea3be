/** The largest text that somebody takes: UTF-16 code units, and bytes in UTF-8. */
export interface TextLimit {
  readonly characters: number;
  readonly bytes: number;
}

const ELLIPSIS = "…";

/** The text, or as much of it as fits with the mark at its end that says that it was cut. Never cuts a character in two. */
export function cutText(text: string, limit: TextLimit, mark = ELLIPSIS): string {
  if (fits(text, limit)) return text;
  let low = 0;
  let high = Math.min(text.length, limit.characters);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle).toWellFormed() + mark, limit)) low = middle;
    else high = middle - 1;
  }
  const isHalf = /[\ud800-\udbff]$/.test(text.slice(0, low));
  return text.slice(0, isHalf ? low - 1 : low) + mark;
}

export function fits(text: string, { characters, bytes }: TextLimit): boolean {
  return text.length <= characters && new TextEncoder().encode(text).length <= bytes;
}
