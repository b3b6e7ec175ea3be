import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A JSON schema as the description has it. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of GitHub's REST API, from its published description. */
export interface Operation {
  /** Such as "checks/create". */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly required: boolean; readonly schema: Schema };
}

/** An operation that a request is for, with the decoded values of the path's parameters. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

/** These parameters hold slashes, as the path of a file does. */
const WITH_SLASHES: ReadonlySet<string> = new Set(["ref", "path", "basehead", "name"]);

const OPERATIONS: readonly Operation[] = readOperations();
const PATTERNS = OPERATIONS.map((operation) => ({ operation, pattern: patternOf(operation.path) }))
  // The most specific path first: ".../commits/{ref}/status" is no commit of that name.
  .sort((a, b) => b.operation.path.length - a.operation.path.length);

/** The operation of a method and an undecoded path; null when the cut of the description has none. */
export function findOperation(method: string, path: string): FoundOperation | null {
  for (const { operation, pattern } of PATTERNS) {
    const match = operation.method === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const values = Object.entries(match.groups ?? {}).map(
      ([name, value = ""]: readonly [string, string?]) => [name, decodeURIComponent(value)],
    );
    return { operation, values: Object.fromEntries(values) };
  }
  return null;
}

/** Every operation that the cut of the description has. */
export function allOperations(): readonly Operation[] {
  return OPERATIONS;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return part.replaceAll(".", "\\.");
    return WITH_SLASHES.has(part) ? `(?<${part}>.+)` : `(?<${part}>[^/]+)`;
  });
  // The path of the top folder is empty, and a client leaves out the slash before it.
  return new RegExp(`^${parts.join("").replace("/(?<path>.+)", "(?:/(?<path>.*))?")}$`);
}

function readOperations(): readonly Operation[] {
  const cut: { readonly operations: readonly Operation[] } = JSON.parse(
    readFileSync(join(import.meta.dirname, "openapi.json"), "utf8"),
  );
  return cut.operations;
}
