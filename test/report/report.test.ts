import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnySchemaObject } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { conflict, CONFLICT_CODES } from "../../src/model/conflict.ts";
import { RENAME_STATUSES } from "../../src/model/outcome.ts";
import { RESIDUE_REASONS } from "../../src/model/residue-item.ts";
import { canonicalJson } from "../../src/report/canonical-json.ts";
import { renderJson } from "../../src/report/json.ts";
import { readReport } from "../../src/report/read-report.ts";
import { toReport } from "../../src/report/to-report.ts";
import { outcome, REFUSED, report, residue, SAFE, sha256, verdict } from "./sample.ts";

const SCHEMA: AnySchemaObject = JSON.parse(readFileSync("schema/report.schema.json", "utf8"));
const validate = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false }).compile(SCHEMA);

function faults(value: unknown): readonly string[] {
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const STOPPED = { ...REFUSED, safeToApply: false } as const;

describe("the report", () => {
  test.each([
    ["dry run", report(SAFE)],
    ["applied", report({ ...SAFE, status: "applied" })],
    ["nothing to do", report()],
    ["refused", report(REFUSED)],
    ["aborted", report({ ...STOPPED, status: "aborted" })],
    ["rolled back", report({ ...STOPPED, status: "rolled_back" })],
    ["a wrong plan", report({ server: null, conflicts: [conflict("plan/syntax", "", "no")] })],
  ])("fits its schema: %s (SRP-1)", (_, value) => {
    expect(faults(value)).toEqual([]);
  });

  test("the schema's lists are the model's (SRP-1)", () => {
    expect(SCHEMA).toMatchObject({
      $defs: {
        status: { enum: RENAME_STATUSES },
        conflict: { properties: { code: { enum: Object.keys(CONFLICT_CODES) } } },
        residue: { properties: { reason: { enum: RESIDUE_REASONS } } },
      },
    });
  });

  test("the schema knows every key, and no other (SRP-1)", () => {
    const value = report(SAFE);
    for (const key of Object.keys(value)) {
      expect(faults(Object.fromEntries(Object.entries(value).filter(([k]) => k !== key)))).not.toEqual([]);
    }
    expect(faults({ ...value, more: 1 })).not.toEqual([]);
    expect(faults({ ...value, operations: [{ ...value.operations[0], time: 1 }] })).not.toEqual([]);
  });

  test("the schema takes nothing between safe and refused (SRP-3)", () => {
    const safe = report(SAFE);
    const refused = report(REFUSED);
    expect(faults({ ...safe, safe_to_apply: false })).not.toEqual([]);
    expect(faults({ ...safe, conflicts: refused.conflicts })).not.toEqual([]);
    expect(faults({ ...refused, safe_to_apply: true })).not.toEqual([]);
    expect(faults({ ...refused, operations: safe.operations })).not.toEqual([]);
    expect(faults({ ...refused, outcomes: safe.outcomes })).not.toEqual([]);
    expect(faults({ ...refused, conflicts: [] })).not.toEqual([]);
  });

  test("residue is machine readable (REQ-109-021)", () => {
    expect(report(SAFE).outcomes[0]?.residue[0]).toEqual({
      path: "src/shop/use.py",
      line: 12,
      column: 20,
      text: 'log.info("Config loaded")',
      reason: "string_literal",
      detail: "a string literal",
    });
  });

  test.each(["refused", "aborted", "rolled_back"] as const)(
    "%s: no operations, no edits, zero counts, and the residue all the same (SRP-3, WR-6)",
    (status) => {
      const { operations, outcomes, safe_to_apply } = report({ ...STOPPED, status });
      expect(safe_to_apply).toBe(false);
      expect(operations).toEqual([]);
      expect(outcomes.map(({ plan }) => plan)).toEqual([
        { files: [], moves: [], edit_count: 0, file_count: 0 },
        { files: [], moves: [], edit_count: 0, file_count: 0 },
      ]);
      expect(outcomes[0]?.residue).toHaveLength(4);
    },
  );

  test("operations are numbered in order, and each digest follows its content alone (SRP-5)", () => {
    const { operations } = report(SAFE);
    expect(operations.map(({ ordinal, kind, path }) => [ordinal, kind, path])).toEqual([
      [0, "edit_file", "src/shop/config.py"],
      [1, "edit_file", "src/shop/use.py"],
    ]);
    const other = report({ ...SAFE, changes: (SAFE.changes ?? []).slice(1) }).operations;
    expect(other.map(({ digest }) => digest)).toEqual([operations[1]?.digest]);
    expect(operations[0]?.digest).not.toBe(operations[1]?.digest);
  });

  test("the report digest is that of the canonical report without it (SRP-2)", () => {
    const { report_digest, ...rest } = report(SAFE);
    expect(report_digest).toBe(sha256(canonicalJson(rest)));
  });

  test("the same verdict gives the same bytes, however its objects were built (SRP-2)", () => {
    const turned: typeof SAFE = JSON.parse(JSON.stringify(SAFE), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(renderJson(report(turned))).toBe(renderJson(report(SAFE)));
    expect(renderJson(report(SAFE))).toMatch(/^\{"conflicts":\[\],.*\}\n$/);
  });

  test("half a surrogate pair does not end a run", () => {
    const value = report({
      outcomes: [outcome({ residue: [residue("comment", "a.py:1:1", "\ud83d cut")] })],
    });
    expect(renderJson(value)).toContain("\ufffd cut");
  });

  test("a verdict between safe and refused is a bug", () => {
    const meta = { engine: { name: "", version: "" }, requestDigest: "", sha256 };
    expect(() => toReport(verdict({ status: "dry_run", safeToApply: false }), meta)).toThrow(
      /neither safe nor refused/,
    );
    expect(() => toReport(verdict({ ...REFUSED, status: "applied" }), meta)).toThrow(
      /neither safe nor refused/,
    );
  });
});

describe("reading a report", () => {
  test("gives what was written", () => {
    expect(readReport(renderJson(report(REFUSED)))).toEqual({ ok: true, report: report(REFUSED) });
  });

  test.each([
    ["no JSON", "version = 1", "it is no JSON"],
    ["another document", '{"a": 1}', "it is no rename-plan report"],
    ["a list", "[]", "it is no rename-plan report"],
    ["another version", '{"schema": "rename-plan/report/9"}', 'its schema is "rename-plan/report/9"'],
    [
      "half a report",
      '{"schema": "rename-plan/report/1", "status": "refused"}',
      "parts of the report are missing",
    ],
  ])("refuses %s", (_, text, message) => {
    const read = readReport(text);
    expect(read.ok ? "" : read.message).toContain(message);
  });
});
