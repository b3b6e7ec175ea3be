import { parse, TomlError } from "smol-toml";
import { conflict } from "../model/conflict.ts";
import { locateTomlKeys } from "./locate-toml-keys.ts";
import { TOML } from "./notation.ts";
import type { ReadDocument } from "./plan-document.ts";

/** No plan nests lists and inline tables deeper than three; the limit keeps a hostile text off the call stack. */
const DEEPEST = 64;

/** TOML text without a byte order mark. Integers beyond the exact range of numbers come as bigint. */
export function readToml(text: string): ReadDocument {
  let value: unknown;
  try {
    value = parse(text, { integersAsBigInt: "asNeeded", maxDepth: DEEPEST });
  } catch (error) {
    const place =
      error instanceof TomlError ? { path: "", line: error.line, column: error.column } : undefined;
    return {
      ok: false,
      fault: conflict("plan/syntax", "", `The plan is no valid TOML: ${reason(error)}.`, place),
    };
  }
  return { ok: true, document: { value, places: locateTomlKeys(text), notation: TOML, repeated: [] } };
}

/** The parser's sentence without its prefix and without the code frame below it. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split("\n", 1)[0] ?? "";
  const sentence = firstLine.replace(/^Invalid TOML document: /, "").replace(/[\s.]+$/, "");
  return HINTS.get(sentence) ?? sentence;
}

/** The parser's words for the two commonest slips do not say what to do. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["invalid value", "invalid value (a string stands in quotes)"],
  [
    "control characters are not allowed in strings",
    "control characters are not allowed in strings (is the closing quote missing?)",
  ],
]);
