import type { Fields } from "./fields.ts";

/** What the description does not say of a body, and GitHub refuses all the same. One sentence for each fault. */
export function limits(operation: string, body: Fields): readonly string[] {
  const check = CHECKS.get(operation);
  return check === undefined ? [] : check(body).filter((fault) => fault !== null);
}

type Fault = string | null;
type Check = (body: Fields) => readonly Fault[];

const KILOBYTES_64 = 65_536;
const OUTPUT = 65_535;
const COMMENT = 65_536;
const DESCRIPTION = 140;
const NAME = 255;
const LABEL = 50;
/** A tree of more entries than this in one request is known to time out. */
const TREE_ENTRIES = 100;
const BLOB = 40 << 20;

const SHA = /^[0-9a-f]{40}$/;
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["checks/create", (body) => [...checkRun(body), sha(body, "head_sha"), filled(body, "name")]],
  ["checks/update", checkRun],
  [
    "repos/create-commit-status",
    (body) => [
      atMost(body, "description", DESCRIPTION),
      atMost(body, "context", NAME),
      webAddress(body, "target_url"),
    ],
  ],
  ["issues/create-comment", comment],
  ["issues/update-comment", comment],
  [
    "issues/add-labels",
    (body) => {
      const labels = body.raw["labels"];
      const names = Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [];
      return names.map((name) => (name.length > LABEL ? `label is over ${LABEL} characters` : null));
    },
  ],
  ["git/create-blob", blob],
  ["git/create-tree", tree],
  [
    "git/create-commit",
    (body) => [sha(body, "tree"), filled(body, "message"), ...shas(body.texts("parents"))],
  ],
  ["git/update-ref", (body) => [sha(body, "sha")]],
]);

function checkRun(body: Fields): readonly Fault[] {
  const output = body.fieldsOrNull("output");
  const status = body.textOrNull("status");
  const conclusion = body.textOrNull("conclusion");
  return [
    atMost(body, "name", NAME),
    atMost(body, "external_id", NAME),
    webAddress(body, "details_url"),
    status === "completed" && conclusion === null ? "completed needs a conclusion" : null,
    body.has("completed_at") && conclusion === null ? "completed_at needs a conclusion" : null,
    conclusion === "stale" ? "only GitHub concludes with stale" : null,
    ["waiting", "requested", "pending"].includes(status ?? "")
      ? `only GitHub sets the status ${status}`
      : null,
    ...(output === null
      ? []
      : [
          filled(output, "summary"),
          output.has("title") ? filled(output, "title") : null,
          atMost(output, "title", NAME),
          bytes(output, "summary", OUTPUT),
          bytes(output, "text", OUTPUT),
          ...output.objects("annotations").flatMap(annotation),
        ]),
  ];
}

function annotation(one: Fields, index: number): readonly Fault[] {
  const start = one.number("start_line");
  const end = one.number("end_line");
  const columns = [one.numberOrNull("start_column"), one.numberOrNull("end_column")];
  const [from, to] = columns;
  const faults = [
    filled(one, "path"),
    /^\/|(?:^|\/)\.\.(?:\/|$)/.test(one.text("path")) ? "path leaves the repository" : null,
    filled(one, "message"),
    bytes(one, "message", KILOBYTES_64),
    bytes(one, "raw_details", KILOBYTES_64),
    atMost(one, "title", NAME),
    start < 1 ? "lines start at 1" : null,
    end < start ? "end_line is before start_line" : null,
    start !== end && columns.some((column) => column !== null) ? "columns need one line" : null,
    columns.some((column) => column !== null && column < 1) ? "columns start at 1" : null,
    typeof from === "number" && typeof to === "number" && to < from
      ? "end_column is before start_column"
      : null,
  ];
  return faults.map((fault) => (fault === null ? null : `annotation ${index}: ${fault}`));
}

function comment(body: Fields): readonly Fault[] {
  return [filled(body, "body"), atMost(body, "body", COMMENT)];
}

function blob(body: Fields): readonly Fault[] {
  const encoding = body.textOrNull("encoding") ?? "utf-8";
  const content = body.text("content");
  return [
    encoding === "utf-8" || encoding === "base64" ? null : `encoding ${encoding} is neither utf-8 nor base64`,
    encoding === "base64" && !BASE64.test(content) ? "content is no base64" : null,
    content.length > BLOB ? "content is over 40 MiB" : null,
  ];
}

function tree(body: Fields): readonly Fault[] {
  const entries = body.objects("tree");
  const base = body.textOrNull("base_tree");
  return [
    entries.length === 0 ? "tree is empty" : null,
    entries.length > TREE_ENTRIES ? `tree has over ${TREE_ENTRIES} entries` : null,
    ...(base === null ? [] : shas([base])),
    ...entries.flatMap((entry, i) => {
      const hasSha = entry.has("sha");
      const faults = [
        filled(entry, "path"),
        entry.has("mode") ? null : "mode is missing",
        entry.has("type") ? null : "type is missing",
        hasSha === entry.has("content") ? "needs either sha or content" : null,
        ...(entry.textOrNull("sha") === null ? [] : shas([entry.text("sha")])),
      ];
      return faults.map((fault) => (fault === null ? null : `tree ${i}: ${fault}`));
    }),
  ];
}

function filled(body: Fields, key: string): Fault {
  return (body.textOrNull(key) ?? "").trim() === "" ? `${key} is blank` : null;
}

/** Characters as the database counts at worst: UTF-16 code units. */
function atMost(body: Fields, key: string, limit: number): Fault {
  return (body.textOrNull(key) ?? "").length > limit ? `${key} is over ${limit} characters` : null;
}

function bytes(body: Fields, key: string, limit: number): Fault {
  const size = Buffer.byteLength(body.textOrNull(key) ?? "");
  return size > limit ? `${key} is over ${limit} bytes` : null;
}

function webAddress(body: Fields, key: string): Fault {
  const address = body.textOrNull(key);
  return address === null || /^https?:\/\//.test(address) ? null : `${key} must use the http(s) scheme`;
}

function sha(body: Fields, key: string): Fault {
  return SHA.test(body.text(key)) ? null : `${key} is no full SHA`;
}

function shas(values: readonly string[]): readonly Fault[] {
  return values.map((value) => (SHA.test(value) ? null : `${value} is no full SHA`));
}
