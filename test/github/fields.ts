/**
 * The fields of a JSON object that a schema has already been checked against. Reading a field that is not there, or is
 * of another type than the one asked for, is an assertion: the schema or the caller is wrong.
 */
export interface Fields {
  readonly raw: Readonly<Record<string, unknown>>;
  has(key: string): boolean;
  text(key: string): string;
  number(key: string): number;
  /** Null when the field is absent or null. */
  textOrNull(key: string): string | null;
  numberOrNull(key: string): number | null;
  fieldsOrNull(key: string): Fields | null;
  /** Empty when the field is absent. */
  texts(key: string): readonly string[];
  objects(key: string): readonly Fields[];
}

export function fields(value: unknown): Fields {
  const raw = isObject(value) ? value : {};
  const read = (key: string): unknown => raw[key] ?? null;
  const list = (key: string): readonly unknown[] => {
    const found = read(key) ?? [];
    return Array.isArray(found) ? found : fail(key, "list");
  };
  const textOrNull = (key: string): string | null => {
    const found = read(key);
    return found === null || typeof found === "string" ? found : fail(key, "text");
  };
  const numberOrNull = (key: string): number | null => {
    const found = read(key);
    return found === null || typeof found === "number" ? found : fail(key, "number");
  };
  return {
    raw,
    has: (key) => key in raw,
    text: (key) => textOrNull(key) ?? fail(key, "text"),
    number: (key) => numberOrNull(key) ?? fail(key, "number"),
    textOrNull,
    numberOrNull,
    fieldsOrNull: (key) => (isObject(raw[key]) ? fields(raw[key]) : null),
    texts: (key) => list(key).map((item) => (typeof item === "string" ? item : fail(key, "list of texts"))),
    objects: (key) => list(key).map(fields),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fail(key: string, type: string): never {
  throw new Error(`the field ${key} is no ${type}`);
}
