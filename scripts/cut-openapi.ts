import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Cuts what the GitHub double needs out of GitHub's published descriptions: test/github/openapi.json holds the
 * operations listed here (path, method, parameters, request body) and test/github/webhooks.json the schemas of the
 * payloads listed here. Schemas only: no prose, no examples, no responses.
 *
 * The committed files were cut from @octokit/openapi 23.0.2 and @octokit/openapi-webhooks 12.1.0 (both MIT). To cut
 * them again, unpack both outside the repository (the first takes 385 MB) and pass the two folders:
 *
 *   cd "$(mktemp -d)" && npm pack @octokit/openapi@23.0.2 @octokit/openapi-webhooks@12.1.0
 *   for f in *.tgz; do mkdir "${f%.tgz}" && tar xzf "$f" -C "${f%.tgz}"; done
 *   node scripts/cut-openapi.ts <openapi>/package <openapi-webhooks>/package
 */
const OPERATIONS: ReadonlySet<string> = new Set([
  "checks/create",
  "checks/get",
  "checks/list-annotations",
  "checks/list-for-ref",
  "checks/update",
  "git/create-blob",
  "git/create-commit",
  "git/create-tree",
  "git/get-commit",
  "git/get-ref",
  "git/update-ref",
  "issues/add-labels",
  "issues/create-comment",
  "issues/delete-comment",
  "issues/list-comments",
  "issues/list-events",
  "issues/list-events-for-timeline",
  "issues/list-labels-on-issue",
  "issues/remove-label",
  "issues/update-comment",
  "pulls/get",
  "pulls/list-commits",
  "pulls/list-files",
  "repos/compare-commits-with-basehead",
  "repos/create-commit-status",
  "repos/get-collaborator-permission-level",
  "repos/get-combined-status-for-ref",
  "repos/get-commit",
  "repos/get-content",
  "repos/list-commit-statuses-for-ref",
  "repos/list-commits",
  "users/get-authenticated",
]);

const WEBHOOKS: readonly string[] = [
  "merge-group-checks-requested",
  "pull-request-closed",
  "pull-request-edited",
  "pull-request-labeled",
  "pull-request-opened",
  "pull-request-reopened",
  "pull-request-synchronize",
  "pull-request-unlabeled",
];

/** A schema of this many characters that stands in two places is kept once. */
const WORTH_SHARING = 200;
const PROSE: ReadonlySet<string> = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "title",
  "default",
]);

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json;
}

const [openapi, webhooks] = process.argv.slice(2);
if (openapi === undefined || webhooks === undefined) {
  throw new Error("pass the unpacked folders of @octokit/openapi and @octokit/openapi-webhooks");
}
write("openapi.json", cutOperations(described(openapi)));
write("webhooks.json", cutWebhooks(described(webhooks)));

function described(folder: string): JsonObject {
  return object(JSON.parse(readFileSync(join(folder, "generated/api.github.com.json"), "utf8")));
}

function cutOperations(description: JsonObject): JsonObject {
  const found: (JsonObject & { readonly id: string })[] = [];
  for (const [path, item] of Object.entries(object(description["paths"]))) {
    for (const [method, value] of Object.entries(object(item))) {
      const operation = object(value);
      const id = operation["operationId"];
      if (typeof id !== "string" || !OPERATIONS.has(id)) continue;
      const parameters = list(operation["parameters"] ?? []).map((parameter) => {
        const { name = "", in: place = "", required = false, schema = {} } = resolved(description, parameter);
        return { name, in: place, required, schema: withoutProse(inlined(description, schema)) };
      });
      const { requestBody } = operation;
      const body = requestBody === undefined ? {} : { body: bodySchema(description, object(requestBody)) };
      found.push({ id, method: method.toUpperCase(), path, parameters, ...body });
    }
  }
  const missing = [...OPERATIONS].filter((id) => !found.some((operation) => operation.id === id));
  if (missing.length > 0) throw new Error(`the description has no ${missing.join(", ")}`);
  return { operations: found.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function bodySchema(description: JsonObject, body: JsonObject): JsonObject {
  const { schema = {} } = object(object(body["content"])["application/json"]);
  return { required: body["required"] ?? false, schema: withoutProse(inlined(description, schema)) };
}

function cutWebhooks(description: JsonObject): JsonObject {
  const needed = new Map<string, JsonObject>();
  const need = (value: Json): void => {
    if (isObject(value) && typeof value["$ref"] === "string" && !needed.has(nameOf(value["$ref"]))) {
      const definition = withoutProse(at(description, value["$ref"]));
      needed.set(nameOf(value["$ref"]), definition);
      need(definition);
    }
    children(value).forEach(need);
  };
  const events: Record<string, Json> = {};
  for (const name of WEBHOOKS) {
    const { post = null } = object(object(description["webhooks"])[name]);
    const { schema = {} } = object(
      object(object(object(post)["requestBody"])["content"])["application/json"],
    );
    events[name] = withoutProse(schema);
    need(events[name]);
  }
  return { events: withRefs(events), $defs: withRefs(shared(Object.fromEntries(needed))) };
}

/** What stands in several places with the same words becomes one definition; the description repeats whole objects. */
function shared(definitions: JsonObject): JsonObject {
  const counts = new Map<string, number>();
  const count = (value: Json): void => {
    const text = JSON.stringify(value);
    const seen = counts.get(text) ?? 0;
    if (isObject(value) && "properties" in value && text.length >= WORTH_SHARING) counts.set(text, seen + 1);
    // What is inside a repetition is counted with its first place only: it moves along.
    if (seen === 0) children(value).forEach(count);
  };
  count(definitions);
  const names = new Map<string, string>();
  const extra: Record<string, Json> = {};
  const replaced = (value: Json): Json => {
    const text = JSON.stringify(value);
    if ((counts.get(text) ?? 0) < 2) return mapped(value, replaced);
    const name = names.get(text) ?? `shared-${names.size + 1}`;
    if (!names.has(text)) {
      names.set(text, name);
      extra[name] = mapped(value, replaced);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const kept = Object.entries(definitions).map(([name, value]) => [name, mapped(value, replaced)] as const);
  return { ...Object.fromEntries(kept), ...extra };
}

function withRefs(value: JsonObject): JsonObject {
  return object(JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "#/$defs/")));
}

/** Drops prose from a schema, but no property that happens to have the name of a keyword. */
function withoutProse(schema: Json): JsonObject {
  const entries = Object.entries(object(schema)).filter(([key]) => !PROSE.has(key) && !key.startsWith("x-"));
  return Object.fromEntries(entries.map(([key, value]) => [key, cleaned(key, value)]));
}

function cleaned(key: string, value: Json): Json {
  if (key === "properties") return mapped(value, withoutProse);
  if (isList(value)) return value.map((child) => (isObject(child) ? withoutProse(child) : child));
  return isObject(value) ? withoutProse(value) : value;
}

function inlined(description: JsonObject, value: Json): Json {
  return mapped(isObject(value) ? resolved(description, value) : value, (child) =>
    inlined(description, child),
  );
}

function resolved(description: JsonObject, value: Json): JsonObject {
  const { $ref } = object(value);
  return typeof $ref === "string" ? resolved(description, at(description, $ref)) : object(value);
}

function at(description: JsonObject, ref: string): Json {
  let value: Json = description;
  for (const key of ref.split("/").slice(1)) value = object(value)[key] ?? null;
  return value;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function children(value: Json): readonly Json[] {
  if (isList(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function mapped(value: Json, change: (child: Json) => Json): Json {
  if (isList(value)) return value.map(change);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(child)]));
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

function object(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error(`not an object: ${JSON.stringify(value)}`);
  return value;
}

function list(value: unknown): readonly Json[] {
  if (!isList(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value;
}

function write(name: string, value: JsonObject): void {
  const path = join(import.meta.dirname, "../test/github", name);
  writeFileSync(path, JSON.stringify(value));
  execFileSync("npx", ["oxfmt", path], { stdio: "inherit" });
  console.log(`${path}: ${readFileSync(path).length} bytes`);
}
