import type { Fault } from "../github/fault.ts";

/** A fault that strikes one call, or every call from one on. */
export interface FaultKind {
  readonly fault: Fault;
  /** Infinity: for ever. */
  readonly times: number;
}

/** After these the same request, made again, gets its answer: the run comes to its result as if nothing had been. */
export const PASSING: Readonly<Record<string, Fault>> = {
  "429 with retry-after 0": { kind: "status", status: 429, retryAfter: 0 },
  "429 with retry-after 1": { kind: "status", status: 429, retryAfter: 1 },
  "429 that names no limit": { kind: "status", status: 429, message: "Too Many Requests", retryAfter: 1 },
  "the secondary limit": { kind: "secondary-limit", retryAfter: 1 },
  "500": { kind: "status", status: 500 },
  "502": { kind: "status", status: 502 },
  "502 after the effect": { kind: "status", status: 502, afterEffect: true },
  "a connection dropped before the effect": { kind: "dropped" },
  "a connection dropped after the effect": { kind: "dropped", afterEffect: true },
};

const once = (fault: Fault): FaultKind => ({ fault, times: 1 });
const forEver = (fault: Fault): FaultKind => ({ fault, times: Infinity });

/** After these a run may end without a result. */
export const STOPPING: Readonly<Record<string, FaultKind>> = {
  "403": once({ kind: "status", status: 403 }),
  "404": once({ kind: "status", status: 404 }),
  "422": once({ kind: "status", status: 422 }),
  "403 for ever": forEver({ kind: "status", status: 403 }),
  "500 for ever": forEver({ kind: "status", status: 500 }),
  "connections dropped for ever": forEver({ kind: "dropped" }),
  "connections dropped after the effect for ever": forEver({ kind: "dropped", afterEffect: true }),
  "the secondary limit for ever": forEver({ kind: "secondary-limit", retryAfter: 1 }),
};
