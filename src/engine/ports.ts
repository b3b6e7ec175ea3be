import type { FileSet } from "../model/file-set.ts";
import type { FileMove } from "../model/outcome.ts";
import type { Position, Range } from "../model/position.ts";
import type { Decoded } from "../model/decoded.ts";

/**
 * What the engine needs of the world. Adapters live in lsp/ and workspace/; tests use in-memory ones. Paths are POSIX
 * and relative to the repository root wherever nothing else is said.
 */

/** The files of one repository, read only. */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Rejects with a WorkspaceError when git fails or the root cannot be read. */
  files(): Promise<FileSet>;
  /** The bytes of a file of the file set. Rejects with a WorkspaceError when it cannot be read or leaves the root. */
  read(path: string): Promise<Uint8Array>;
  /** Those of the paths that git tracks; none where there is no git. */
  tracked(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** What git ignores in a folder, compiled modules apart; a folder that it ignores as a whole has a slash behind. */
  ignored(path: string): Promise<readonly string[]>;
  /** Something lies at a path, be it in the file set or not: a file, a folder, a link. */
  exists(path: string): Promise<boolean>;
  /** The bytes of a file outside the repository that the server named (its own library stubs); null when unreadable. */
  readOutside(absolutePath: string): Promise<Uint8Array | null>;
  /** Decodes Python source by byte order mark or coding cookie (PEP 263), as Python does; UTF-8 without either. */
  decodePython(bytes: Uint8Array): Decoded;
  /** Decodes any other text file as UTF-8, or UTF-16 with a byte order mark. */
  decodeText(bytes: Uint8Array): Decoded;
  /** The inverse of decoding, byte for byte outside the changed characters; null when a character does not fit. */
  encode(text: string, encoding: string, bom: boolean): Uint8Array | null;
  /** Whether a path relative to the root fits a glob of a plan (`**`, `*`, `?`, `[…]`, `{…}`). */
  matchesGlob(path: string, pattern: string): boolean;
  /** SHA-256, lower-case hex. */
  sha256(bytes: Uint8Array): string;
  /**
   * A copy of the tree in a private temporary folder: these files, and what lies in the repository at no `known` path and can be
   * imported. Nothing that is done to the copy reaches the repository. Rejects with a WorkspaceError; no copy is left then.
   */
  stage(files: readonly StagedFile[], known: readonly string[]): Promise<StagedCopy>;
}

/** A path of a staged copy, and what lies there: a file of the repository as it is, other bytes, or a link to another path. */
export type StagedFile =
  | { readonly path: string; readonly from: string }
  | { readonly path: string; readonly content: Uint8Array }
  | { readonly path: string; readonly target: string };

export interface StagedCopy {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Removes the copy. Never rejects; may be called again. */
  remove(): Promise<void>;
}

/** One path as it is and as it is to be: a file that is replaced, created or removed. */
export interface FileWrite {
  readonly path: string;
  /** SHA-256 of the bytes that lie there; null: nothing may lie there. */
  readonly preimage: string | null;
  /** null: the path is to be gone. */
  readonly content: Uint8Array | null;
}

/** Files as they are to be, and which of them are old ones under a new path. */
export interface TreeChange {
  /** At most one a path. */
  readonly writes: readonly FileWrite[];
  /**
   * Each file at a `new` path takes the permission bits and git's index entry of its `old` one. Both paths have a write; a
   * `new` path holds nothing before, or is moved away itself: swaps and chains are fine.
   */
  readonly moves: readonly Pick<FileMove, "old" | "new">[];
}

export type ApplyResult =
  | { readonly status: "applied" }
  /** What lies at these paths is not the preimage, or lies where nothing may: nothing was written. */
  | { readonly status: "aborted"; readonly changed: readonly string[] }
  /** Something failed half way and everything was restored. `path` is "" when it was at no path in particular. */
  | { readonly status: "rolled_back"; readonly path: string; readonly reason: string };

/** What a former run that was killed had left, and what was restored: replaced, created and removed paths. */
export interface Recovery {
  readonly restored: readonly string[];
}

/** Changes the tree and git's index as a whole or not at all. Only one run at a time may hold it. */
export interface Transaction {
  /** Rolls back what a killed run left; null when there was nothing. Called before anything else. */
  recover(): Promise<Recovery | null>;
  /**
   * Checks preimages, journals, writes and removes every file, then asks `verify` about each one that has content, and
   * moves the index entries; a reason from `verify`, or any failure, restores everything. Folders that are left empty go.
   */
  apply(
    change: TreeChange,
    verify: (path: string, content: Uint8Array) => string | null,
  ): Promise<ApplyResult>;
}

/** A place the server names. `path` is null outside the repository; then `absolutePath` alone says where. */
export interface Location {
  readonly path: string | null;
  readonly absolutePath: string;
  readonly range: Range;
}

/** One replacement the server proposes, before any check. */
export interface ProposedEdit {
  readonly path: string | null;
  readonly absolutePath: string;
  /** True for a notebook cell: the range then counts in the cell and must never be applied to the file. */
  readonly fragment: boolean;
  readonly range: Range;
  readonly newText: string;
}

export type RenameAnswer =
  | { readonly ok: true; readonly edits: readonly ProposedEdit[] }
  | { readonly ok: false; readonly message: string };

export interface Diagnostic {
  readonly range: Range;
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** The rule's name; null for syntax errors and others that no rule governs. */
  readonly rule: string | null;
}

/** A class of the standard library with a member that was asked for. */
export interface LibraryMember {
  /** As in `threading.Thread`. */
  readonly owner: string;
  /** It is a Protocol: the library takes what only has its shape. */
  readonly isProtocol: boolean;
}

/** What the server is to look at. */
export interface SessionRequest {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Exactly the Python files to analyse, relative to the root. */
  readonly files: readonly string[];
  /** Import roots relative to the root, most specific first; "." is the root itself. */
  readonly sourceRoots: readonly string[];
  /** A folder of stubs relative to the root, or null. */
  readonly stubPath: string | null;
  /** The version of Python that code is judged for, as `3.8`; the server's own newest by default. */
  readonly pythonVersion?: string;
  /** The rules that diagnostics are given for, by the server's names; no other rule is on. */
  readonly rules: readonly string[];
}

/**
 * One running language server, past readiness. Every method rejects with a ServerError when the server dies, when it
 * answers with an error, or when it takes longer than the limit.
 */
export interface LanguageServer {
  readonly name: string;
  readonly version: string;
  /** How many source files the server says that it found. */
  readonly sourceFileCount: number;
  /** Tells the server the text of a file; the text of the file set, decoded by us. Once a path. */
  open(path: string, text: string): void;
  /** Tells the server another text of a file that is open. */
  change(path: string, text: string): void;
  /** Opens a document that exists nowhere on disk; the path to ask about it comes back. */
  openProbe(text: string): string;
  /** The diagnostics of an open file; as a side effect the server has evaluated all of it. */
  diagnostics(path: string): Promise<readonly Diagnostic[]>;
  /** The range that a rename at this place would change; null when the server would refuse. */
  prepareRename(path: string, position: Position): Promise<Range | null>;
  rename(path: string, position: Position, newName: string): Promise<RenameAnswer>;
  /** Where the name at a place is defined; empty when the server does not know. */
  definition(path: string, position: Position): Promise<readonly Location[]>;
  /** A class member and the members that override it. */
  implementation(path: string, position: Position): Promise<readonly Location[]>;
  /** The classes that the value of what stands there can be of. */
  typeDefinition(path: string, position: Position): Promise<readonly Location[]>;
  /** What the server shows a person of what stands there, with its type; "" when it shows nothing. */
  hover(path: string, position: Position): Promise<string>;
  references(path: string, position: Position): Promise<readonly Location[]>;
  /** The classes of the standard library that have a member of the name. */
  libraryMembers(name: string): Promise<readonly LibraryMember[]>;
  /** Orderly shutdown; the process is gone when it settles. Never rejects. */
  stop(): Promise<void>;
}

export interface LanguageServers {
  /** Starts a server and waits until it has found its files. Rejects with a ServerError. */
  start(request: SessionRequest): Promise<LanguageServer>;
}

/** Tells a person how far the run is; the engine never prints. */
export interface Progress {
  /** A stage begins, as in "Scanning 2,788 files". */
  stage(text: string): void;
}
