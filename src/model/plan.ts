import type { ResidueReason } from "./residue-item.ts";

export const SYMBOL_KINDS = [
  "auto",
  "class",
  "function",
  "variable",
  "method",
  "attribute",
  "parameter",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export const UNKNOWN_RECEIVERS = ["refuse", "closed-world"] as const;
export type UnknownReceivers = (typeof UNKNOWN_RECEIVERS)[number];

export const STRING_KINDS = ["path", "dotted", "exact"] as const;
export type StringKind = (typeof STRING_KINDS)[number];

export const DECISION_ACTIONS = ["rename", "keep"] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];

/** Where an entry stands in the plan file, for messages. */
export interface EntryRef {
  /** As in `symbols[2]`: the key of the list and the 0-based index. */
  readonly entry: string;
  /** 1-based line of the entry in the plan file; 0 for a plan that is not a file. */
  readonly line: number;
}

export interface SymbolTarget extends EntryRef {
  /** Dotted path of the defining module. */
  readonly module: string;
  /** Dotted within the module: `Class`, `Class.method`, `function.parameter`. */
  readonly name: string;
  /** The new last component of `name`. */
  readonly newName: string;
  readonly kind: SymbolKind;
  readonly unknownReceivers: UnknownReceivers;
  /** Modules that export the symbol by a redundant alias, or by a package's `__all__`, go on to do so under the old name. */
  readonly keepExports: boolean;
}

export interface ModuleTarget extends EntryRef {
  /** Dotted paths, without an `__init__` at the end. They are equal where only the form changes. */
  readonly old: string;
  readonly new: string;
  /**
   * A module becomes a package's `__init__` (`new = "pkg.mod.__init__"`), or the only file of a package a module (`old =
   * "pkg.mod.__init__"`); null: it stays what it is.
   */
  readonly becomes: "module" | "package" | null;
}

/** A `modules` entry as a plan writes it, for people. */
export function shownModule({ old, new: to, becomes }: Omit<ModuleTarget, keyof EntryRef>): string {
  const from = becomes === "module" ? `${old}.__init__` : old;
  return `${from} -> ${becomes === "package" ? `${to}.__init__` : to}`;
}

export interface StringTarget extends EntryRef {
  readonly old: string;
  readonly new: string;
  readonly kind: StringKind;
  readonly files: readonly string[];
}

/** One place of the base tree, as a report shows it. */
export interface DecidedPlace {
  readonly path: string;
  /** 1-based line in the file. */
  readonly line: number;
  /** 1-based, in UTF-16 code units; null where the line has only one place. */
  readonly column: number | null;
  /** The line, stripped. */
  readonly text: string;
}

/** What a reviewer decided about one place that no rename rewrites, or about many. */
export interface Decision extends EntryRef {
  readonly action: DecisionAction;
  /** Null: all places that the rest fits. */
  readonly place: DecidedPlace | null;
  /** Null: any reason but those that refuse a plan, and but `other_symbol`. */
  readonly reason: ResidueReason | null;
  /** Globs; empty: all files. */
  readonly paths: readonly string[];
  /** The entry whose places are meant: `pkg.module:Class.member`, or the old path or text of another entry; null: any. */
  readonly symbol: string | null;
}

/** A plan file after validation. Every entry names the base tree; the order of entries means nothing. */
export interface Plan {
  readonly version: 1;
  /** Relative to the plan's folder, POSIX or native; null when the plan does not say. */
  readonly repoRoot: string | null;
  /** Relative to the repository root; null means detect. */
  readonly sourceRoots: readonly string[] | null;
  readonly keepPatterns: readonly string[];
  readonly strictStrings: boolean;
  /** Nothing is applied while a place is left that is neither decided nor another symbol's. */
  readonly requireDecisions: boolean;
  readonly symbols: readonly SymbolTarget[];
  readonly modules: readonly ModuleTarget[];
  readonly strings: readonly StringTarget[];
  readonly decisions: readonly Decision[];
}

/** The last component of a target's dotted name: the text that stands in the sources. */
export function oldName(target: SymbolTarget): string {
  return target.name.slice(target.name.lastIndexOf(".") + 1);
}
