import { charset } from "./charset.ts";

/** See `Workspace.encode`. `encoding` is one that decoding gave. */
export function encode(text: string, encoding: string, bom: boolean): Uint8Array | null {
  return charset(encoding).encode(bom ? `\uFEFF${text}` : text);
}
