import type { Visitor } from "./reading.ts";
import { BINDING_VISITORS } from "./visit-bindings.ts";
import { DEFINITION_VISITORS } from "./visit-definitions.ts";
import { EXPRESSION_VISITORS } from "./visit-expressions.ts";
import { IMPORT_VISITORS } from "./visit-imports.ts";
import { LITERAL_VISITORS } from "./visit-literals.ts";
import { PATTERN_VISITORS } from "./visit-patterns.ts";

/** What to do at each kind of node; at all others the children are visited in the same context. */
export const VISITORS: ReadonlyMap<string, Visitor> = new Map([
  ...Object.entries(DEFINITION_VISITORS),
  ...Object.entries(BINDING_VISITORS),
  ...Object.entries(IMPORT_VISITORS),
  ...Object.entries(PATTERN_VISITORS),
  ...Object.entries(EXPRESSION_VISITORS),
  ...Object.entries(LITERAL_VISITORS),
]);
