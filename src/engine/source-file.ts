import type { LineIndex } from "../model/line-index.ts";
import type { ModuleReading } from "../python/reading.ts";

/** A file as text. */
export interface TextFile {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** Decoded, without a byte order mark. */
  readonly text: string;
  readonly lines: LineIndex;
  readonly encoding: string;
  readonly bom: boolean;
  /** SHA-256 of the bytes on disk, lower-case hex. */
  readonly sha256: string;
}

/** A Python file that holds a name of the plan, read and parsed. */
export interface SourceFile extends TextFile {
  readonly reading: ModuleReading;
}
