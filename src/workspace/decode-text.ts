import type { Decoded } from "../model/decoded.ts";
import { charset } from "./charset.ts";
import { firstLineThat } from "./first-line-that.ts";
import { hasUtf8Mark } from "./python-encoding.ts";

/** See `Workspace.decodeText`. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, "utf-16be");
  const bom = hasUtf8Mark(bytes);
  const body = bom ? bytes.subarray(3) : bytes;
  const { decode } = charset("utf-8");
  const text = decode(body);
  if (text !== null) return { ok: true, text, encoding: "utf-8", bom };
  const line = firstLineThat(body, (part) => decode(part) === null);
  return { ok: false, reason: `line ${line} cannot be read as UTF-8` };
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): Decoded {
  const text = charset(encoding).decode(bytes.subarray(2));
  if (text !== null) return { ok: true, text, encoding, bom: true };
  return { ok: false, reason: "it has the byte order mark of UTF-16 and cannot be read as UTF-16" };
}
