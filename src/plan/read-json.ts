import { conflict } from "../model/conflict.ts";
import { JSON_NOTATION } from "./notation.ts";
import type { ReadDocument } from "./plan-document.ts";
import { scanJson } from "./scan-json.ts";

/**
 * JSON text without a byte order mark. `JSON.parse` has the last word on what is JSON; the scan says where, since the
 * engine's own messages give a position only for some faults.
 */
export function readJson(text: string): ReadDocument {
  const scan = scanJson(text);
  try {
    const value: unknown = JSON.parse(text);
    return {
      ok: true,
      document: { value, places: scan.places, notation: JSON_NOTATION, repeated: scan.repeated },
    };
  } catch {
    const reason = scan.fault?.message ?? "it cannot be read";
    const place = scan.fault === null ? undefined : { path: "", ...scan.places.placeAt(scan.fault.offset) };
    return { ok: false, fault: conflict("plan/syntax", "", `The plan is no valid JSON: ${reason}.`, place) };
  }
}
