/**
 * Which requests are meant: the n-th of all requests to the API, counted from 0, or the n-th of one operation
 * (`occurrence`, 0 unless given). The operation of GraphQL is "graphql".
 */
export type When = number | { readonly operation: string; readonly occurrence?: number };

/** How many requests that are meant have passed since the first one; negative before it, null for other operations. */
export function distance(when: When, index: number, operation: string, occurrence: number): number | null {
  if (typeof when === "number") return index - when;
  return when.operation === operation ? occurrence - (when.occurrence ?? 0) : null;
}
