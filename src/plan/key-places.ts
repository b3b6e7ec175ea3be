import { lineIndex } from "../model/line-index.ts";

/** The keys and 0-based list indices that lead from the plan to a value: `["symbols", 0, "name"]`. */
export type KeyPath = readonly (string | number)[];

export interface Place {
  /** 1-based; 0 where there is no place. */
  readonly line: number;
  /** 1-based, UTF-16 code units; 0 where there is no place. */
  readonly column: number;
}

const NOWHERE: Place = { line: 0, column: 0 };

/** The longest path that a plan has: an entry's list of strings. What lies deeper is placed where this much of it is. */
export const DEEPEST_PATH = 4;

/** Where the keys of a plan stand in its text. Only positions: what the keys mean is the parser's word. */
export class KeyPlaces {
  readonly #offsets = new Map<string, number>();
  readonly #text: string;
  #lines: ReturnType<typeof lineIndex> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** `offset` is 0-based, in UTF-16 code units of the text. A path seen again has its new place. */
  record(path: KeyPath, offset: number): void {
    if (path.length > 0 && path.length <= DEEPEST_PATH) this.#offsets.set(JSON.stringify(path), offset);
  }

  /** As `record`, for a path whose first place is the right one: later headers name a table only to go into it. */
  recordFirst(path: KeyPath, offset: number): void {
    if (!this.#offsets.has(JSON.stringify(path.slice(0, DEEPEST_PATH)))) this.record(path, offset);
  }

  /** The place of the path, or of the nearest one that it lies in, or `NOWHERE`. */
  placeOf(path: KeyPath): Place {
    for (let length = Math.min(path.length, DEEPEST_PATH); length > 0; length--) {
      const offset = this.#offsets.get(JSON.stringify(path.slice(0, length)));
      if (offset !== undefined) return this.placeAt(offset);
    }
    return NOWHERE;
  }

  placeAt(offset: number): Place {
    this.#lines ??= lineIndex(this.#text);
    const { line, character } = this.#lines.positionAt(offset);
    return { line: line + 1, column: character + 1 };
  }
}
