/** What a journal knows of one path. */
export interface JournalEntry {
  /** POSIX, relative to the repository root. */
  readonly path: string;
  /** SHA-256 before the run; null: nothing was there. */
  readonly preimage: string | null;
  /** SHA-256 of what the run was to write; null: the path was to be gone. */
  readonly intended: string | null;
  /** Permission bits, owner and group before the run; of a path that held nothing, those that the run was to give. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** The name of the original bytes in the journal's folder, where there were any. */
  readonly saved: string;
  /** The name of the staged file beside the target, which a killed run can leave. */
  readonly staged: string;
}

/** What a journal knows of git's index, when the run was to replace it. */
export interface JournaledIndex {
  /** The index file, absolute, links resolved: `/repo/.git/index`. */
  readonly file: string;
  /** SHA-256 before the run. */
  readonly preimage: string;
  /** SHA-256 of what the run was to write. */
  readonly intended: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** As in `JournalEntry`. */
  readonly saved: string;
  readonly staged: string;
}

export interface Manifest {
  readonly entries: readonly JournalEntry[];
  /** The folders that the run was to make, each after those above it; POSIX, relative to the root. */
  readonly folders: readonly string[];
  readonly index: JournaledIndex | null;
}

/** The JSON that `readManifest` reads. */
export function manifestJson(manifest: Manifest): string {
  return JSON.stringify({ version: 2, ...manifest });
}

/**
 * Reads the JSON that a run wrote; one of version 1, by an older release, could replace files and nothing else. Throws a
 * TypeError for anything else.
 */
export function readManifest(json: string): Manifest {
  const manifest = record(JSON.parse(json));
  const version = manifest["version"];
  if (version !== 1 && version !== 2) throw new TypeError("no manifest of version 1 or 2");
  const entries = list(manifest, "entries").map((value): JournalEntry => {
    const entry = record(value);
    return {
      path: text(entry, "path"),
      preimage: textOrNull(entry, "preimage"),
      intended: textOrNull(entry, "intended"),
      ...attributesAndNames(entry),
    };
  });
  if (version === 1) return { entries, folders: [], index: null };
  const folders = list(manifest, "folders").map((folder) => text({ folder }, "folder"));
  return { entries, folders, index: readIndex(manifest["index"]) };
}

function readIndex(value: unknown): JournaledIndex | null {
  if (value === null) return null;
  const index = record(value);
  return {
    file: text(index, "file"),
    preimage: text(index, "preimage"),
    intended: text(index, "intended"),
    ...attributesAndNames(index),
  };
}

function attributesAndNames(entry: Json) {
  return {
    mode: number(entry, "mode"),
    uid: number(entry, "uid"),
    gid: number(entry, "gid"),
    saved: plainName(entry, "saved"),
    staged: plainName(entry, "staged"),
  };
}

type Json = Readonly<Record<string, unknown>>;

function record(value: unknown): Json {
  if (typeof value !== "object" || value === null) throw new TypeError("a part is no object");
  return Object.fromEntries(Object.entries(value));
}

function list(entry: Json, key: string): readonly unknown[] {
  const value = entry[key];
  if (!Array.isArray(value)) throw new TypeError(`${key} is no list`);
  return value;
}

function text(entry: Json, key: string): string {
  const value = entry[key];
  if (typeof value !== "string") throw new TypeError(`${key} is no string`);
  return value;
}

function textOrNull(entry: Json, key: string): string | null {
  return entry[key] === null ? null : text(entry, key);
}

function plainName(entry: Json, key: string): string {
  const value = text(entry, key);
  if (!/^[\w.-]+$/.test(value) || value === "..") throw new TypeError(`${key} is no file name`);
  return value;
}

function number(entry: Json, key: string): number {
  const value = entry[key];
  if (!Number.isSafeInteger(value)) throw new TypeError(`${key} is no number`);
  return Number(value);
}
