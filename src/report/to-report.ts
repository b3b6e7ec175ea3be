import type { Conflict } from "../model/conflict.ts";
import type { FamilyMember } from "../model/family-member.ts";
import type { RenameOutcome, TrustedPlace, Verdict } from "../model/outcome.ts";
import type { ResidueItem, Suggestion } from "../model/residue-item.ts";
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
    operations: changes ? toOperations(verdict, meta.sha256) : [],
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
    ...(outcome.family === undefined ? {} : { family: outcome.family.map(toMember) }),
    ...(outcome.decided === undefined ? {} : { decided: { ...outcome.decided } }),
    ...(changes && outcome.trusted !== undefined ? { trusted: outcome.trusted.map(toTrusted) } : {}),
  };
}

function toTrusted({ path, line, column, text, policy }: TrustedPlace): TrustedPlace {
  return { path: wellFormed(path), line, column, text: wellFormed(text), policy };
}

function toMember(member: FamilyMember): FamilyMember {
  return {
    name: wellFormed(member.name),
    path: wellFormed(member.path),
    line: member.line,
    relation: member.relation,
    parent: member.parent,
    kept: wellFormed(member.kept),
  };
}

function toFile(file: FileEdit): ReportFile {
  return {
    path: wellFormed(file.path),
    preimage: file.preimage,
    edits: file.edits.map((edit) => ({
      line: edit.line,
      ...(edit.endLine === undefined ? {} : { end_line: edit.endLine }),
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
    ...(item.decision === undefined ? {} : { decision: item.decision }),
    ...(item.suggestion === undefined ? {} : { suggestion: toSuggestion(item.suggestion) }),
  };
}

function toSuggestion(suggestion: Suggestion): Suggestion {
  if (suggestion.list === "strings") {
    const { old, new: to, kind } = suggestion.entry;
    return { list: "strings", entry: { old: wellFormed(old), new: wellFormed(to), kind } };
  }
  const { path, text } = suggestion.entry;
  return {
    list: "decisions",
    entry: { ...suggestion.entry, path: wellFormed(path), text: wellFormed(text) },
  };
}

/** Edits first, then moves: the edits are of the files as they lie before any move. */
function toOperations(verdict: Verdict, sha256: ReportMeta["sha256"]): readonly Operation[] {
  const edits = verdict.changes.map((file) => {
    const written = toFile(file);
    return { kind: "edit_file" as const, path: written.path, digest: sha256(canonicalJson(written)) };
  });
  const moves = verdict.outcomes.flatMap(({ plan }) =>
    plan.moves.map((move) => {
      const written = { old: wellFormed(move.old), new: wellFormed(move.new), method: move.method };
      return { kind: "move_file" as const, path: written.old, digest: sha256(canonicalJson(written)) };
    }),
  );
  return [...edits, ...moves].map((operation, ordinal) => ({ ordinal, ...operation }));
}

/** Half a surrogate pair has no UTF-8 form, and RFC 8785 forbids it. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
