/** How parts of the terminal view look. Each function wraps a text that is already escaped. */
export interface Palette {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly place: (text: string) => string;
}

export const PLAIN: Palette = {
  good: (text) => text,
  bad: (text) => text,
  strong: (text) => text,
  faint: (text) => text,
  place: (text) => text,
};
