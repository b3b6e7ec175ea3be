import type { FileEntry } from "../model/file-set.ts";
import type { LineIndex } from "../model/line-index.ts";
import { lineIndex } from "../model/line-index.ts";
import type { Position } from "../model/position.ts";
import type { LanguageServer, Location, Workspace } from "./ports.ts";
import type { Scan } from "./scan.ts";

/** A text of the file set, whether or not it holds a name of the plan. */
export interface LoadedText {
  readonly path: string;
  readonly text: string;
  readonly lines: LineIndex;
}

/** One server at work on one scanned tree: questions by offset, and the text that an answer points at. */
export interface Session {
  readonly server: LanguageServer;
  /** Two answers to one rename have agreed: the server has settled after its start. */
  settled: boolean;
  /** A Python file of the file set; null for any other path, or when it cannot be decoded. */
  load(path: string): Promise<LoadedText | null>;
  /** Tells the server the text of a scanned file, once. */
  open(path: string): void;
  /** Asks about an offset in a file of the scan. */
  definition(path: string, offset: number): Promise<readonly Location[]>;
  /** The position of an offset in a file of the scan. */
  position(path: string, offset: number): Position;
  /** The offset where a location starts, for a file of the scan; null for any other. */
  offset(location: Location): number | null;
  /** The text that a location is in, also outside the repository; null when it cannot be read. */
  loadAt(location: Location): Promise<LoadedText | null>;
  /** The text that a location spans, in its true decode; null when it cannot be read. */
  textAt(location: Location): Promise<string | null>;
}

export function openSession(
  server: LanguageServer,
  scan: Scan,
  workspace: Workspace,
  files: readonly FileEntry[],
): Session {
  const opened = new Set<string>();
  const texts = new Map<string, Promise<LoadedText | null>>();
  const inside = new Set(files.filter((f) => f.kind === "python").map((f) => f.path));

  const decoded = (bytes: Uint8Array | null, path: string): LoadedText | null => {
    if (bytes === null) return null;
    const result = workspace.decodePython(bytes);
    return result.ok ? { path, text: result.text, lines: lineIndex(result.text) } : null;
  };

  const once = (key: string, read: () => Promise<LoadedText | null>): Promise<LoadedText | null> => {
    const known = texts.get(key) ?? read();
    texts.set(key, known);
    return known;
  };

  const load = (path: string): Promise<LoadedText | null> => {
    const scanned = scan.files.get(path);
    if (scanned !== undefined) return Promise.resolve(scanned);
    if (!inside.has(path)) return Promise.resolve(null);
    return once(path, async () => decoded(await workspace.read(path), path));
  };

  const loadLocation = ({ path, absolutePath }: Location): Promise<LoadedText | null> => {
    if (path !== null && inside.has(path)) return load(path);
    return once(absolutePath, async () => decoded(await workspace.readOutside(absolutePath), absolutePath));
  };

  const position = (path: string, offset: number): Position => {
    const file = scan.files.get(path);
    if (file === undefined) throw new Error(`not scanned: ${path}`);
    return file.lines.positionAt(offset);
  };

  return {
    server,
    settled: false,
    load,
    loadAt: loadLocation,
    position,
    open(path) {
      const file = scan.files.get(path);
      if (file === undefined || opened.has(path)) return;
      opened.add(path);
      server.open(path, file.text);
    },
    definition: (path, offset) => server.definition(path, position(path, offset)),
    offset({ path, range }) {
      return path === null ? null : (scan.files.get(path)?.lines.offsetAt(range.start) ?? null);
    },
    async textAt(location) {
      const file = await loadLocation(location);
      if (file === null) return null;
      return file.text.slice(
        file.lines.offsetAt(location.range.start),
        file.lines.offsetAt(location.range.end),
      );
    },
  };
}
