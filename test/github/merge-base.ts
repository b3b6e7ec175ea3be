import type { BareRepository } from "./bare-repository.ts";

/** Where two commits part; the first of them when they have nothing in common. */
export function mergeBase(repository: BareRepository, a: string, b: string): string {
  try {
    return repository.settled(["merge-base", a, b]).trim();
  } catch {
    return a;
  }
}
