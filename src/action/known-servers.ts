/** One version of basedpyright. */
export interface ServerPackage {
  readonly version: string;
  /** Of the package's tarball, as npm writes it (Subresource Integrity). */
  readonly integrity: string;
}

/** The versions that this action was tested with. */
export const KNOWN_SERVERS: ReadonlyMap<string, string> = new Map([
  [
    "1.40.1",
    "sha512-98BUK6yuNcUCgaEVaaFzhW4ReGjB8Tip9XBX4s7rGIsoKtc1Be7O4PB0A8Z4zV42FKvfUR5hwYzRYafU/BVTtQ==",
  ],
]);
