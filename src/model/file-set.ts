/**
 * - `python`: `.py`, `.pyi`, `.pyw`, or no extension and a Python shebang; analysed.
 * - `text`: every other file that is neither of the below; scanned for residue only.
 * - `binary`, `oversize`: counted, never read further.
 */
export type FileKind = "python" | "text" | "binary" | "oversize";

export interface FileEntry {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
}

/** A symbolic link of the file set. Its target is analysed where the target itself stands, not here. */
export interface LinkEntry {
  readonly path: string;
  /** What it resolves to: POSIX and relative to the repository root; null when broken or outside the repository. */
  readonly target: string | null;
  readonly directory: boolean;
}

/** The files a run looks at: tracked, and untracked but not ignored; everything where there is no git. Sorted. */
export interface FileSet {
  readonly files: readonly FileEntry[];
  readonly links: readonly LinkEntry[];
}
