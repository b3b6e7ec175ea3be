import type { Decoded } from "../model/decoded.ts";
import { charset } from "./charset.ts";
import { pythonEncoding } from "./python-encoding.ts";
import { firstLineThat } from "./first-line-that.ts";

/** See `Workspace.decodePython`. Lines in reasons are 1-based. */
export function decodePython(bytes: Uint8Array): Decoded {
  const found = pythonEncoding(bytes);
  if (!found.ok) return found;
  const { encoding, bom, declared } = found;
  const body = bom ? bytes.subarray(3) : bytes;
  const nul = body.indexOf(0);
  if (nul >= 0) return { ok: false, reason: "it holds a NUL byte, which Python source may not" };
  const { decode } = charset(encoding);
  const text = decode(body);
  if (text !== null) return { ok: true, text, encoding, bom };
  const line = firstLineThat(body, (part) => decode(part) === null);
  const source = declared ? "which it declares" : "and it declares no other encoding";
  return { ok: false, reason: `line ${line} cannot be read as ${encoding}, ${source}` };
}
