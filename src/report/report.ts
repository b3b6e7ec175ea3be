import type { Conflict } from "../model/conflict.ts";
import type { FamilyMember } from "../model/family-member.ts";
import type { DecidedCount, FileMove, RenameStatus, TrustedPlace } from "../model/outcome.ts";
import type { ResidueItem } from "../model/residue-item.ts";

export const REPORT_SCHEMA = "rename-plan/report/1";

/** A program and its version; both empty when it did not take part. */
export interface Product {
  readonly name: string;
  readonly version: string;
}

/** `line` 0-based; columns 0-based UTF-16 code units, half open, as LSP counts. */
interface ReportEdit {
  readonly line: number;
  /** Absent where the range ends on its first line. */
  readonly end_line?: number;
  readonly start_col: number;
  readonly end_col: number;
  readonly new_text: string;
}

export interface ReportFile {
  readonly path: string;
  /** SHA-256 of the bytes the edits were computed against, lower-case hex. */
  readonly preimage: string;
  readonly edits: readonly ReportEdit[];
}

interface ReportPlan {
  readonly files: readonly ReportFile[];
  readonly moves: readonly FileMove[];
  readonly edit_count: number;
  readonly file_count: number;
}

export interface ReportOutcome {
  readonly entry: string;
  readonly target: string;
  readonly kind: string;
  readonly status: RenameStatus;
  readonly plan: ReportPlan;
  readonly residue: readonly ResidueItem[];
  readonly errors: readonly string[];
  readonly family?: readonly FamilyMember[];
  readonly decided?: DecidedCount;
  readonly trusted?: readonly TrustedPlace[];
}

/** One change to one file, all entries merged, or one move of a file. */
export interface Operation {
  /** 0-based: edits in the order of `path`, then moves in the order of the entries. */
  readonly ordinal: number;
  readonly kind: "edit_file" | "move_file";
  /** Where the file is before. */
  readonly path: string;
  /** SHA-256 of the canonical JSON of the file's path, preimage and edits, or of the move. */
  readonly digest: string;
}

/**
 * What `--report` writes. The same request on the same tree gives the same bytes: no time, no absolute path, no
 * process id. Two forms only: either changes may be made (`dry_run`, `applied`) and there is no conflict, or there are
 * no operations and every outcome's plan is empty.
 */
export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly engine: Product;
  readonly server: Product;
  readonly request_digest: string;
  /** SHA-256 of the canonical JSON of the report without this key. */
  readonly report_digest: string;
  readonly status: RenameStatus;
  readonly safe_to_apply: boolean;
  readonly conflicts: readonly Conflict[];
  readonly outcomes: readonly ReportOutcome[];
  readonly operations: readonly Operation[];
  readonly notices: readonly string[];
}
