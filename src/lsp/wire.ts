import type { Position, Range } from "../model/position.ts";
import { isRecord } from "./is-record.ts";
import { ServerError } from "./server-error.ts";

/** Reads what came over the wire: every reader takes an unknown value and throws a ServerError for a wrong shape. */

export function toRange(value: unknown): Range {
  if (!isRecord(value)) throw malformed("a range", value);
  return { start: toPosition(value["start"]), end: toPosition(value["end"]) };
}

export function toList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(what, value);
  return value;
}

export function toText(value: unknown, what: string): string {
  if (typeof value !== "string") throw malformed(what, value);
  return value;
}

export function malformed(what: string, value: unknown): ServerError {
  const seen = JSON.stringify(value)?.slice(0, 200) ?? "nothing";
  return new ServerError(
    `The language server's answer has ${seen} where ${what} belongs. Is --server the right program, in a version that was tried?`,
  );
}

function toPosition(value: unknown): Position {
  if (isRecord(value)) {
    const { line, character } = value;
    if (typeof line === "number" && typeof character === "number") return { line, character };
  }
  throw malformed("a position", value);
}
