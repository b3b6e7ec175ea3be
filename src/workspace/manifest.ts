/** What a journal knows of one file. */
export interface JournalEntry {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** SHA-256 before the run. */
  readonly preimage: string;
  /** SHA-256 of what the run was to write. */
  readonly intended: string;
  /** Permission bits, owner and group before the run. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** The name of the original bytes in the journal's folder. */
  readonly saved: string;
  /** The name of the staged file beside the target, which a killed run can leave. */
  readonly staged: string;
}

/** Reads the JSON that a run wrote. Throws a TypeError for anything else. */
export function readManifest(json: string): readonly JournalEntry[] {
  const manifest: unknown = JSON.parse(json);
  if (!isRecord(manifest) || manifest["version"] !== 1 || !Array.isArray(manifest["entries"])) {
    throw new TypeError("no manifest of version 1");
  }
  return manifest["entries"].map((entry: unknown) => {
    if (!isRecord(entry)) throw new TypeError("an entry is no object");
    return {
      path: text(entry, "path"),
      preimage: text(entry, "preimage"),
      intended: text(entry, "intended"),
      mode: number(entry, "mode"),
      uid: number(entry, "uid"),
      gid: number(entry, "gid"),
      saved: plainName(entry, "saved"),
      staged: plainName(entry, "staged"),
    };
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function text(entry: Readonly<Record<string, unknown>>, key: string): string {
  const value = entry[key];
  if (typeof value !== "string") throw new TypeError(`${key} is no string`);
  return value;
}

function plainName(entry: Readonly<Record<string, unknown>>, key: string): string {
  const value = text(entry, key);
  if (!/^[\w.-]+$/.test(value) || value === "..") throw new TypeError(`${key} is no file name`);
  return value;
}

function number(entry: Readonly<Record<string, unknown>>, key: string): number {
  const value = entry[key];
  if (!Number.isSafeInteger(value)) throw new TypeError(`${key} is no number`);
  return Number(value);
}
