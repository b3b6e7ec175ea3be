import { Ajv, type ValidateFunction } from "ajv";

/** What a schema says against a value, one sentence each; empty when nothing. */
export type SchemaCheck = (value: unknown) => readonly string[];

const FORMATS = {
  "date-time": (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text),
  uri: (text: string) => URL.canParse(text),
  "uri-template": (text: string) => URL.canParse(text.replaceAll(/\{[^}]*\}/g, "")),
  email: (text: string) => text.includes("@"),
  int64: true,
} as const;

/** Compiles a schema with all that it may refer to. Values of a query are texts: `fromText` turns them into what the schema has. */
export function schemaCheck(schema: object, options: { readonly fromText?: boolean } = {}): SchemaCheck {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: FORMATS,
    coerceTypes: options.fromText === true,
  });
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath === "" ? "the whole" : error.instancePath} ${error.message ?? ""}`,
    );
  };
}
