import type { Schema } from "./operations.ts";
import { type WebhookName, WEBHOOKS } from "./webhooks.ts";

/**
 * A payload with all that the schema requires: to what is given, the least values are added (an empty text, 0, null
 * where it may be null). What matters to a program has to be given; the addresses of forty resources need not.
 */
export function completePayload<T extends object>(name: WebhookName, given: T): T {
  const copy = structuredClone(given);
  fill(WEBHOOKS.events[name], copy);
  return copy;
}

function fill(schema: Schema, target: object): void {
  for (const own of variantsOf(schema)) {
    const properties = object(own["properties"]);
    for (const key of texts(own["required"])) {
      if (!Object.hasOwn(target, key)) Reflect.set(target, key, leastValue(object(properties[key])));
    }
    for (const [key, child] of Object.entries(target)) {
      if (key in properties) fillIn(object(properties[key]), child);
    }
  }
}

function fillIn(schema: Schema, value: unknown): void {
  if (Array.isArray(value)) {
    for (const own of variantsOf(schema)) for (const item of value) fillIn(object(own["items"]), item);
  } else if (typeof value === "object" && value !== null) {
    fill(schema, value);
  }
}

function leastValue(schema: Schema): unknown {
  const variants = variantsOf(schema);
  const typed = variants.map((own) => texts(own["type"])).filter((types) => types.length > 0);
  if (typed.length > 0 && typed.every((types) => types.includes("null"))) return null;
  for (const own of variants) {
    const choices = own["enum"];
    if (Array.isArray(choices)) return choices[0];
    const type = texts(own["type"]).find((name) => name !== "null");
    if (type === undefined) continue;
    if (type === "string") return SAMPLES.get(String(own["format"])) ?? "";
    if (type === "array") return [];
    if (type === "boolean") return false;
    if (type === "integer" || type === "number") return 0;
    const made = {};
    fill(schema, made);
    return made;
  }
  return {};
}

const SAMPLES: ReadonlyMap<string, string> = new Map([
  ["uri", "https://github.example/"],
  ["uri-template", "https://github.example/"],
  ["date-time", "2026-01-01T00:00:00Z"],
  ["email", "octocat@example.org"],
]);

/** The schema itself and, of alternatives, the first; all parts of an `allOf`. */
function variantsOf(schema: Schema): readonly Schema[] {
  const { $ref } = schema;
  if (typeof $ref === "string") return variantsOf(object(WEBHOOKS.$defs[$ref.slice("#/$defs/".length)]));
  const first = (value: unknown): readonly Schema[] => (Array.isArray(value) ? [object(value[0])] : []);
  const all = schema["allOf"];
  const parts = Array.isArray(all) ? all.map(object) : [];
  return [schema, ...[...first(schema["oneOf"]), ...first(schema["anyOf"]), ...parts].flatMap(variantsOf)];
}

function object(value: unknown): Schema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function texts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === "string");
}
