import type { Conflict } from "./conflict.ts";
import type { FamilyMember } from "./family-member.ts";
import type { ResidueItem } from "./residue-item.ts";
import type { FileEdit } from "./text-edit.ts";

export const RENAME_STATUSES = ["dry_run", "applied", "refused", "aborted", "rolled_back"] as const;
export type RenameStatus = (typeof RENAME_STATUSES)[number];

export interface FileMove {
  readonly old: string;
  readonly new: string;
  readonly method: "git_mv" | "fs_move";
}

export interface WorkspaceEditPlan {
  readonly files: readonly FileEdit[];
  readonly moves: readonly FileMove[];
}

/** A place that the plan's author takes on trust. */
export interface TrustedPlace {
  /** POSIX, relative to the repository root; before the plan. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** The source line, stripped. */
  readonly text: string;
  /** What in the plan allows it. */
  readonly policy: "closed-world";
}

export interface DecidedCount {
  readonly renamed: number;
  readonly kept: number;
}

/** What became of one entry of the plan. */
export interface RenameOutcome {
  /** The entry: `symbols[0]`. */
  readonly entry: string;
  /** As in `pkg.module:Class.member -> new_name`. */
  readonly target: string;
  /** What the symbol was found to be. */
  readonly kind: string;
  readonly plan: WorkspaceEditPlan;
  /** In the tree before the plan; of one that was applied, afterwards. */
  readonly residue: readonly ResidueItem[];
  /** The messages of the conflicts that name this entry. */
  readonly errors: readonly string[];
  /** The members that are renamed together, each behind the one that it inherits from; absent where there is one alone. */
  readonly family?: readonly FamilyMember[];
  /** How many places the decisions of the plan rename and keep; absent where there are none. */
  readonly decided?: DecidedCount;
  /** Places that are rewritten on trust, since the entry says so and no type proves them; absent where there are none. */
  readonly trusted?: readonly TrustedPlace[];
}

/** The result of one run: a value that every format is made from. */
export interface Verdict {
  readonly status: RenameStatus;
  /** The language server that was asked; null when the run ended before one was started. */
  readonly server: { readonly name: string; readonly version: string } | null;
  /** True exactly when there is no conflict and no blocking residue. */
  readonly safeToApply: boolean;
  readonly conflicts: readonly Conflict[];
  readonly outcomes: readonly RenameOutcome[];
  /** All edits of all entries merged, one FileEdit a file, sorted by path; empty when refused. */
  readonly changes: readonly FileEdit[];
  /** Remarks that do not block: where a key belongs, files that were skipped, what the sandbox leaves open. */
  readonly notices: readonly string[];
}
