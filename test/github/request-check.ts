import { bodyCheck } from "./body-check.ts";
import { type Fields, fields } from "./fields.ts";
import { limits } from "./limits.ts";
import { allOperations, type FoundOperation } from "./operations.ts";
import { parametersCheck } from "./parameters-check.ts";
import type { SchemaCheck } from "./schema-check.ts";

/** A request as it came in, with the operation that its path and method are of. */
export interface CheckedRequest {
  readonly parameters: Fields;
  readonly body: Fields;
  /** All that is wrong with it; empty when nothing is. */
  readonly faults: readonly string[];
}

interface Checks {
  readonly parameters: SchemaCheck;
  readonly body: SchemaCheck;
}

let compiled: ReadonlyMap<string, Checks> | null = null;

/** A request against the description's schemas and the limits beyond them. `body` is null when there is none. */
export function requestCheck({ operation, values }: FoundOperation, url: URL, body: unknown): CheckedRequest {
  const checks = allChecks().get(operation.id);
  if (checks === undefined) throw new Error(`no schemas for ${operation.id}`);
  // The check turns the texts of the query into numbers, in place.
  const parameters: Record<string, unknown> = { ...Object.fromEntries(url.searchParams), ...values };
  const found = [...checks.parameters(parameters), ...checks.body(body)];
  const sent = fields(body);
  const beyond = found.length > 0 ? [] : [...paging(fields(parameters)), ...limits(operation.id, sent)];
  return { parameters: fields(parameters), body: sent, faults: [...found, ...beyond] };
}

function paging(parameters: Fields): readonly string[] {
  const size = parameters.numberOrNull("per_page") ?? 30;
  const number = parameters.numberOrNull("page") ?? 1;
  return [
    ...(size < 1 || size > 100 ? ["per_page is not from 1 to 100"] : []),
    ...(number < 1 ? ["page is below 1"] : []),
  ];
}

function allChecks(): ReadonlyMap<string, Checks> {
  compiled ??= new Map(
    allOperations().map((operation) => [
      operation.id,
      { parameters: parametersCheck(operation), body: bodyCheck(operation) },
    ]),
  );
  return compiled;
}
