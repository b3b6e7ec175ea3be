/** Replaces a piece of a text. Offsets in UTF-16 code units, half open. */
export interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}
