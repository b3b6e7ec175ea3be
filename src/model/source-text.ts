/** The bytes of a file and what they say, in its own encoding. */
export interface SourceText {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** Decoded, without a byte order mark. */
  readonly text: string;
  /** SHA-256 of the bytes, lower-case hex. */
  readonly sha256: string;
}

/** Decoding that loses nothing: encoding `text` again gives the very bytes. */
export type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: string; readonly bom: boolean }
  | { readonly ok: false; readonly reason: string };
