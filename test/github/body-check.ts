import type { Operation, Schema } from "./operations.ts";
import { schemaCheck, type SchemaCheck } from "./schema-check.ts";

/** The check of an operation's body: the schema, and that no key is unknown to it, which schemas themselves allow. */
export function bodyCheck(operation: Operation): SchemaCheck {
  const { body } = operation;
  if (body === undefined) return (value) => (value === null ? [] : ["the operation takes no body"]);
  const check = schemaCheck(body.schema);
  return (value) => {
    if (value === null) return body.required ? ["the operation needs a body"] : [];
    return [...check(value), ...unknownKeys(body.schema, value, "")];
  };
}

function unknownKeys(schema: Schema, value: unknown, at: string): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, i) =>
      itemsOf(schema).flatMap((items) => unknownKeys(items, item, `${at}/${i}`)),
    );
  }
  if (typeof value !== "object" || value === null) return [];
  const known = propertiesOf(schema);
  if (known.size === 0) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const schemas = known.get(key);
    if (schemas === undefined) return [`${at}/${key} is not a permitted key`];
    return schemas.flatMap((own) => unknownKeys(own, child, `${at}/${key}`));
  });
}

/** The properties of all variants together: which variant was meant is the schema's business. */
function propertiesOf(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
  const found = new Map<string, readonly Schema[]>();
  for (const variant of variantsOf(schema)) {
    for (const [name, own] of Object.entries(schemaOf(variant["properties"]))) {
      found.set(name, [...(found.get(name) ?? []), schemaOf(own)]);
    }
  }
  return found;
}

function itemsOf(schema: Schema): readonly Schema[] {
  return variantsOf(schema)
    .map((variant) => schemaOf(variant["items"]))
    .filter((items) => propertiesOf(items).size > 0);
}

function variantsOf(schema: Schema): readonly Schema[] {
  const nested = ["oneOf", "anyOf", "allOf"].flatMap((keyword) => {
    const variants = schema[keyword];
    return Array.isArray(variants) ? variants.map(schemaOf) : [];
  });
  return [schema, ...nested.flatMap(variantsOf)];
}

function schemaOf(value: unknown): Schema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
