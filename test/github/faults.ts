import type { Fault } from "./fault.ts";
import { distance, type When } from "./when.ts";

/** The faults that a test has ordered. */
export interface Faults {
  /** From the given request on, the next `times` requests that are meant: 1 unless given, Infinity for ever. */
  fail(when: When, how: Fault, times?: number): void;
  /** The fault of a request by its number among all, and among those of its operation. */
  of(index: number, operation: string, occurrence: number): Fault | null;
}

export function faults(): Faults {
  const orders: { readonly when: When; readonly how: Fault; readonly times: number }[] = [];
  return {
    fail: (when, how, times = 1) => void orders.push({ when, how, times }),
    of(index, operation, occurrence) {
      const order = orders.find(({ when, times }) => {
        const past = distance(when, index, operation, occurrence);
        return past !== null && past >= 0 && past < times;
      });
      return order?.how ?? null;
    },
  };
}
