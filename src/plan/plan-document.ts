import type { PlanFault } from "./parsed-plan.ts";
import type { KeyPath, KeyPlaces } from "./key-places.ts";
import type { Notation } from "./notation.ts";

/** A plan that its format's parser has read: values of any kind, and where they stand. */
export interface PlanDocument {
  readonly value: unknown;
  readonly places: KeyPlaces;
  readonly notation: Notation;
  /** Keys given a second time, in the order of the text. Only JSON can have them; TOML refuses the text. */
  readonly repeated: readonly KeyPath[];
}

export type ReadDocument =
  | { readonly ok: true; readonly document: PlanDocument }
  | { readonly ok: false; readonly fault: PlanFault };
