import type { BindingKind, Scope } from "./scope.ts";

/** A dotted path as an import has it: absolute without dots, else counted from the package of the file. */
export interface ImportedPath {
  readonly dots: number;
  readonly path: string;
}

/** Where a `from` import looks: `from ..a.b import x` has 2 dots and the path `a.b`. */
export interface ImportSource extends ImportedPath {
  /** Offset of the last identifier of the path; null for `from . import x`. */
  readonly at: number | null;
}

interface Written {
  /** The name in normal form (NFKC), as Python compares it. */
  readonly name: string;
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The innermost scope it is written in. */
  readonly scope: Scope;
}

/** A bare name: a variable of exactly one scope. */
export interface NameToken extends Written {
  readonly kind: "name";
  /** Set when it binds: by what. */
  readonly binding: BindingKind | null;
  /** For `from m import name`, and for the alias in `from m import x as name`. */
  readonly source: ImportSource | null;
  /** What an import binds it to: `a.b` for `import a.b as name` and `from a import b as name`. */
  readonly imports: ImportedPath | null;
  /** Decorators of the class or function that it names, as written. */
  readonly decorators: readonly string[];
  /** The class header whose bases it stands in. */
  readonly inHeaderOf: string | null;
}

/*
 * `callees` of a token are the offsets of the functions of that very name in whose arguments it stands, innermost last:
 * `f(x.f)`. The server answers with one of them when it knows nothing of the token itself.
 */

/** `root.a.b` as written, without white space. */
export interface DottedName {
  readonly text: string;
  /** Offset of the first name. */
  readonly start: number;
}

/** The name behind a dot. */
export interface AttributeToken extends Written {
  readonly kind: "attribute";
  /** It is assigned to, or deleted. */
  readonly store: boolean;
  /** The class whose instance (or which itself) is the receiver: the first parameter of a method. */
  readonly selfClass: Scope | null;
  /** What stands in front of the dot, when that is only names and dots: `root.a.b`; null otherwise. */
  readonly receiver: DottedName | null;
  /** What stands in front of the dot is a slice: `x[a:b]`. */
  readonly ofSlice: boolean;
  readonly callees: readonly number[];
  readonly inHeaderOf: string | null;
}

/** What is called. */
export interface Callee {
  /** As written, without white space, and where it starts. */
  readonly text: string;
  readonly start: number;
  /** Its last name, and where that starts: of `x.f` it is `f`; null for anything but names and what is behind a dot. */
  readonly last: { readonly name: string; readonly at: number } | null;
  /** Offsets of the arguments, brackets and all. */
  readonly argsStart: number;
  readonly argsEnd: number;
}

/** `name=` in a call, or in a class pattern. */
export interface KeywordToken extends Written {
  readonly kind: "keyword" | "pattern_keyword";
  /** The call that the keyword is an argument of; null in a class header and in a pattern. */
  readonly call: Callee | null;
  readonly callees: readonly number[];
  /** The module-level name that the surrounding statement assigns to. */
  readonly assignedTo: string | null;
}

/** The imported name in `from m import name as alias`, and `name` in `import a.name`, `from a.name import x`. */
export interface ImportedToken extends Written {
  readonly kind: "import_source" | "module_path";
  readonly source: ImportSource | null;
}

/**
 * What the place makes of a string: `annotation` and `type_argument` are types; `subscript` may be one, or a key;
 * `export_list`, `lazy_export`, `slots`, `match_args` and `type_call` name what is bound under that name elsewhere;
 * `own_name` is the name that a factory is told of what its result is assigned to, as in `T = TypeVar("T")`.
 */
export type StringRole =
  | "plain"
  | "subscript"
  | "lazy_export"
  | "docstring"
  | "annotation"
  | "type_argument"
  | "export_list"
  | "slots"
  | "match_args"
  | "type_call"
  | "own_name";

/** The receiver of `getattr(x, "name")`, `vars(x)["name"]`, `globals()["name"]`. */
export type Reflected =
  | { readonly kind: "globals" }
  /** `sys.modules["name"]`. */
  | { readonly kind: "module"; readonly name: string }
  | {
      readonly kind: "object";
      /** Offset of its last name. */
      readonly at: number;
      /** The class whose instance (or which itself) it is: the first parameter of a method. */
      readonly selfClass: Scope | null;
      /** `x["name"]`, which looks a member up when x is an Enum class. */
      readonly bySubscript: boolean;
    };

/** A word within a string literal. */
export interface StringToken extends Written {
  readonly kind: "string";
  readonly role: StringRole;
  /** The literal is the name and nothing else, with no prefix but `r` or `u`. */
  readonly whole: boolean;
  /** The name is put together of adjacent literals; `start` and `end` are those of all of them. */
  readonly pieces: boolean;
  /** What an attribute of this name is looked up on; null when the place is no such lookup. */
  readonly reflects: Reflected | null;
  /** The literal is pickled data, which finds classes and functions by name. */
  readonly pickled: boolean;
  /** The module-level name that the surrounding statement assigns to. */
  readonly assignedTo: string | null;
  /** A dot stands before the word. */
  readonly afterDot: boolean;
}

export interface CommentToken extends Written {
  readonly kind: "comment";
  /** A type comment (PEP 484), which is code. */
  readonly typeComment: boolean;
}

export type Token = NameToken | AttributeToken | KeywordToken | ImportedToken | StringToken | CommentToken;
