import type { KeyPath, KeyPlaces } from "./key-places.ts";
import { conflict, type Conflict, type ConflictCode } from "../model/conflict.ts";
import { ENTRY_LISTS } from "./plan-keys.ts";

const MOST_SHOWN = 100;

/** Collects what is wrong with a plan, each fault at the place of the key that it is about. */
export class FaultList {
  readonly #faults: Conflict[] = [];
  readonly #places: KeyPlaces;

  constructor(places: KeyPlaces) {
    this.#places = places;
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  add(code: ConflictCode, path: KeyPath, message: string): void {
    this.#faults.push(conflict(code, entryName(path), message, { path: "", ...this.#places.placeOf(path) }));
  }

  /** In the order of the text; behind the first hundred one fault that counts the rest. */
  list(): readonly Conflict[] {
    const sorted = [...this.#faults].sort((a, b) => a.line - b.line || a.column - b.column);
    const rest = sorted.length - MOST_SHOWN;
    if (rest <= 0) return sorted;
    const more = rest === 1 ? "One more fault is not shown." : `${rest} more faults are not shown.`;
    return [...sorted.slice(0, MOST_SHOWN), conflict("plan/invalid", "", more)];
  }
}

/** `symbols[2]` for a path at or in that entry, else "". */
function entryName(path: KeyPath): string {
  const [list, index] = path;
  if (typeof index !== "number" || !ENTRY_LISTS.some((known) => known === list)) return "";
  return `${list}[${index}]`;
}
