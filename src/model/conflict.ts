/**
 * Every reason to refuse or to stop, as a closed list. A code is stable: programs match on it. The sentence says what
 * the code means in general; a conflict's own message says what happened, where, and what to do next.
 */
export const CONFLICT_CODES = {
  "plan/syntax": "The plan is no valid TOML or JSON.",
  "plan/invalid": "A key of the plan is missing, unknown, or has a value of the wrong kind.",
  "plan/unsupported": "The plan asks for something that this version cannot do yet.",
  "plan/root": "The repository root that the plan or the command line names cannot be used.",
  "name/invalid": "The new name is no identifier that Python and a reader would take for that name.",
  "name/no-op": "The new name is the old name.",
  "name/reserved": "The name has a meaning of its own to the language or a library and cannot change.",
  "name/taken": "The new name is already bound in the scope of the symbol.",
  "name/captured": "A reference under its new name would mean an inner binding of that name.",
  "name/hides": "The new name would hide an outer binding that is used below it.",
  "name/member-taken": "The class, a base or a subclass already has an attribute of the new name.",
  "name/export": "The rename would change what a star import brings.",
  "target/module-missing": "No file of the repository is the module that the entry names.",
  "target/ambiguous": "More than one file of the repository could be the module that the entry names.",
  "target/missing": "The module does not define the symbol that the entry names.",
  "target/imported": "The module only imports the symbol; it is defined elsewhere.",
  "target/kind": "The symbol is of another kind than the entry says.",
  "target/unsupported": "This version cannot rename this sort of symbol yet.",
  "target/outside": "The symbol is defined outside the repository or in a file that git ignores.",
  "target/unparseable": "The file that defines the symbol cannot be parsed or decoded.",
  "module/into-itself": "A package cannot move into itself.",
  "module/not-alone": "A package that holds other files cannot become a module.",
  "module/outside": "The new place is under none of the import roots that the plan names.",
  "module/exists": "Something stands already where the module is to go.",
  "module/shadows": "The new name is that of a library module that the repository imports.",
  "module/linked": "A symbolic link leads to what is to move, and would lead to nothing.",
  "module/imports": "After the move the imports would not name what they named before.",
  "entry/duplicate": "Two entries name one symbol.",
  "entry/overlap": "Two entries claim the same characters with different texts.",
  "preflight/module": "The language server resolves the module to another file than the engine.",
  "preflight/unresolved-import":
    "A file imports the module, and the language server cannot follow that import.",
  "preflight/file-count": "The language server sees fewer files than the engine.",
  "server/refused": "The language server would not rename the symbol.",
  "server/edit": "An edit of the language server does not fit the file it is for.",
  "family/overrides": "The member overrides, or is overridden by, a member that the plan does not rename.",
  "family/outside": "The member belongs to a family that reaches outside the repository.",
  "family/unknown-base": "A base class cannot be resolved, so what the member overrides is unknown.",
  "family/protocol": "A Protocol requires the member by name.",
  "residue/unresolved": "Occurrences that could belong to the symbol are not rewritten.",
  "residue/strict-strings": "The plan refuses string literals that name the symbol, and there are some.",
  "decision/stale": "A decision is about a line that reads differently now, or is not there.",
  "decision/no-place": "A decision is about a line where nothing is left to decide.",
  "decision/ambiguous": "A decision fits more than one place, or two decisions disagree about one.",
  "decision/no-name": "A decision renames a place that does not spell the old name as a word of its own.",
  "decision/protected": "A decision renames in a file that keep_patterns protect.",
  "decision/missing": "The plan requires a decision about every place that is left, and some have none.",
  "apply/changed": "A file changed between planning and writing.",
  "apply/failed": "Writing failed, and everything was restored.",
  "verify/parse": "A file would not parse after the edits.",
  "verify/tokens": "An edit would change something else than a name that the plan renames.",
  "verify/meaning": "On a copy with the edits, a name does not mean what it means now.",
  "verify/rename-back": "Taking the rename back on a copy with the edits would not give what is there now.",
  "verify/diagnostics": "The type checker finds a fault in a copy with the edits that is not there now.",
  "verify/overrides": "A member would override another one than now, or none.",
} as const;

export type ConflictCode = keyof typeof CONFLICT_CODES;

export interface Conflict {
  readonly code: ConflictCode;
  /** What happened and what to do next, for a person. */
  readonly message: string;
  /** The entry that it is about (`symbols[0]`), or "" for the plan as a whole. */
  readonly entry: string;
  /** POSIX path relative to the repository root, or "" where there is no place. */
  readonly path: string;
  /** 1-based; 0 where there is no place. */
  readonly line: number;
  /** 1-based, UTF-16 code units; 0 where there is no place. */
  readonly column: number;
}

export function conflict(
  code: ConflictCode,
  entry: string,
  message: string,
  place?: { readonly path: string; readonly line?: number; readonly column?: number },
): Conflict {
  return {
    code,
    message,
    entry,
    path: place?.path ?? "",
    line: place?.line ?? 0,
    column: place?.column ?? 0,
  };
}
