import type { LineIndex } from "../../model/line-index.ts";
import type { Location } from "../ports.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";

/** A place before, for a person: ``use.py:3 `alpha()` ``. */
export function shownBefore({ path, linesBefore }: ChangedFile, offset: number): string {
  return shown(path, linesBefore, offset);
}

/** The same place afterwards. */
export function shownAfter({ newPath, linesAfter }: ChangedFile, offset: number): string {
  return shown(newPath, linesAfter, offset);
}

/** Where a server says that a name is defined, with the line there where the text is at hand. */
export function shownLocations(
  locations: readonly Location[],
  tree: ChangedTree,
  side: "before" | "after",
): string {
  if (locations.length === 0) return "nothing";
  const [first] = locations;
  const more = locations.length === 1 ? "" : ` and ${locations.length - 1} more`;
  return (first === undefined ? "" : shownLocation(first, tree, side)) + more;
}

function shownLocation(
  { path, absolutePath, range }: Location,
  tree: ChangedTree,
  side: "before" | "after",
): string {
  const line = range.start.line + 1;
  // An absolute path would make a report that differs from machine to machine.
  if (path === null) return `${absolutePath.replace(/^.*[/\\]/, "")}:${line} outside the repository`;
  const file = (side === "before" ? tree.files : tree.byNewPath).get(path);
  if (file === undefined) return `${path}:${line}`;
  const lines = side === "before" ? file.linesBefore : file.linesAfter;
  return `${path}:${line} ${quoted(lines.lineText(range.start.line))}`;
}

function shown(path: string, lines: LineIndex, offset: number): string {
  const { line } = lines.positionAt(offset);
  return `${path}:${line + 1} ${quoted(lines.lineText(line))}`;
}

function quoted(line: string): string {
  const text = line.trim();
  return `\`${text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text}\``;
}

const MOST_CHARACTERS = 120;
