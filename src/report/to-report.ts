import type { Conflict } from "../model/conflict.ts";
import type { RenameOutcome, Verdict } from "../model/outcome.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { canonicalJson } from "./canonical-json.ts";
import { REPORT_SCHEMA } from "./report.ts";
import type { Operation, Product, Report, ReportFile, ReportOutcome } from "./report.ts";

export interface ReportMeta {
  readonly engine: Product;
  readonly requestDigest: string;
  /** SHA-256 of the UTF-8 bytes of a text, lower-case hex. */
  readonly sha256: (text: string) => string;
}

/** Throws an Error for a verdict that is neither safe nor refused: that is a bug of the engine, never a user's. */
export function toReport(verdict: Verdict, meta: ReportMeta): Report {
  const changes = verdict.status === "dry_run" || verdict.status === "applied";
  if (changes !== verdict.safeToApply || changes !== (verdict.conflicts.length === 0)) {
    throw new Error(`a verdict that is neither safe nor refused: ${verdict.status}`);
  }
  const body: Omit<Report, "report_digest"> = {
    schema: REPORT_SCHEMA,
    engine: meta.engine,
    server: verdict.server ?? { name: "", version: "" },
    request_digest: meta.requestDigest,
    status: verdict.status,
    safe_to_apply: verdict.safeToApply,
    conflicts: verdict.conflicts.map(toConflict),
    outcomes: verdict.outcomes.map((outcome) => toOutcome(outcome, verdict, changes)),
    operations: changes ? verdict.changes.map((file, i) => toOperation(file, i, meta.sha256)) : [],
    notices: verdict.notices.map(wellFormed),
  };
  return { ...body, report_digest: meta.sha256(canonicalJson(body)) };
}

function toConflict(conflict: Conflict): Conflict {
  return {
    code: conflict.code,
    message: wellFormed(conflict.message),
    entry: conflict.entry,
    path: wellFormed(conflict.path),
    line: conflict.line,
    column: conflict.column,
  };
}

function toOutcome(outcome: RenameOutcome, verdict: Verdict, changes: boolean): ReportOutcome {
  const files = changes ? outcome.plan.files.map(toFile) : [];
  return {
    entry: outcome.entry,
    target: wellFormed(outcome.target),
    kind: wellFormed(outcome.kind),
    status: verdict.status,
    plan: {
      files,
      moves: changes
        ? outcome.plan.moves.map((m) => ({
            old: wellFormed(m.old),
            new: wellFormed(m.new),
            method: m.method,
          }))
        : [],
      edit_count: files.reduce((sum, file) => sum + file.edits.length, 0),
      file_count: files.length,
    },
    residue: outcome.residue.map(toResidue),
    errors: outcome.errors.map(wellFormed),
  };
}

function toFile(file: FileEdit): ReportFile {
  return {
    path: wellFormed(file.path),
    preimage: file.preimage,
    edits: file.edits.map((edit) => ({
      line: edit.line,
      start_col: edit.startCol,
      end_col: edit.endCol,
      new_text: wellFormed(edit.newText),
    })),
  };
}

function toResidue(item: ResidueItem): ResidueItem {
  return {
    path: wellFormed(item.path),
    line: item.line,
    column: item.column,
    text: wellFormed(item.text),
    reason: item.reason,
    detail: wellFormed(item.detail),
  };
}

function toOperation(file: FileEdit, ordinal: number, sha256: ReportMeta["sha256"]): Operation {
  const written = toFile(file);
  return { ordinal, kind: "edit_file", path: written.path, digest: sha256(canonicalJson(written)) };
}

/** Half a surrogate pair has no UTF-8 form, and RFC 8785 forbids it. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
