import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LanguageServer, Location, RenameAnswer } from "../../src/engine/ports.ts";
import type { Position } from "../../src/model/position.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

/** A folder with files in it. */
export function tree(files: Readonly<Record<string, string>>): TemporaryFolder {
  const folder = temporaryFolder();
  folder.write(files);
  return folder;
}

/** The first place of a text in a file. */
export function find(folder: TemporaryFolder, path: string, text: string): Position {
  const before = readFileSync(join(folder.path, path), "utf8").split(text, 1)[0] ?? "";
  const lines = before.split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** Opens a file with the text that stands on disk. */
export function openFile(server: LanguageServer, folder: TemporaryFolder, path: string): void {
  server.open(path, readFileSync(join(folder.path, path), "utf8"));
}

/** `path:line` of every edit, 0-based, sorted and without repetition; or the reason of a refusal. */
export function places(answer: RenameAnswer): readonly string[] | string {
  return answer.ok ? [...new Set(answer.edits.map(at))].sort() : answer.message;
}

/** `path:line`, 0-based; the last two parts of the path for a file outside the root. */
export function at(location: Pick<Location, "path" | "absolutePath" | "range">): string {
  const path = location.path ?? `…/${location.absolutePath.split("/").slice(-2).join("/")}`;
  return `${path}:${location.range.start.line}`;
}
