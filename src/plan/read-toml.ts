import { parse, TomlError } from "smol-toml";
import { conflict } from "../model/conflict.ts";
import { locateTomlKeys } from "./locate-toml-keys.ts";
import { TOML } from "./notation.ts";
import type { ReadDocument } from "./plan-document.ts";

/** No plan nests lists and inline tables deeper than three; the limit keeps a hostile text off the call stack. */
const DEEPEST = 64;

/** TOML text without a byte order mark. Integers beyond the exact range of numbers come as bigint. */
export function readToml(text: string): ReadDocument {
  try {
    const value: unknown = parse(text, { integersAsBigInt: "asNeeded", maxDepth: DEEPEST });
    return { ok: true, document: { value, places: locateTomlKeys(text), notation: TOML, repeated: [] } };
  } catch (error) {
    const place =
      error instanceof TomlError ? { path: "", line: error.line, column: error.column } : undefined;
    return {
      ok: false,
      fault: conflict("plan/syntax", "", `The plan is no valid TOML: ${reason(error)}.`, place),
    };
  }
}

/** The parser's sentence without its prefix and without the code frame below it. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split("\n", 1)[0] ?? "";
  return firstLine.replace(/^Invalid TOML document: /, "").trim();
}
