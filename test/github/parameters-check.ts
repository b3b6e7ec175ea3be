import type { Operation } from "./operations.ts";
import { schemaCheck, type SchemaCheck } from "./schema-check.ts";

/** The check of an operation's path and query parameters, which are given by name. */
export function parametersCheck(operation: Operation): SchemaCheck {
  return schemaCheck(
    {
      type: "object",
      properties: Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema])),
      required: operation.parameters.filter((parameter) => parameter.required).map(({ name }) => name),
      additionalProperties: false,
    },
    { fromText: true },
  );
}
