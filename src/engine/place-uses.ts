import { folderOf } from "../python/module-path.ts";
import type { StuckToken } from "./hidden-roots.ts";
import type { ModuleContext } from "./module-context.ts";
import type { MovingFile } from "./read-moving-file.ts";

/** What a file that moves finds by where it lies, and would look for in the wrong place. */
export function placeUses(
  { file, names }: MovingFile,
  { moved, kinds, movedFolders }: ModuleContext,
): readonly StuckToken[] {
  const newPath = moved.get(file.path);
  if (newPath === undefined) return [];
  const own = movedFolders.find((folder) => file.path.startsWith(`${folder}/`));
  const isAlone = kinds.get(file.path) !== "package" || own === undefined;
  if (isAlone && folderOf(newPath) === folderOf(file.path)) return [];
  // How many folders up the package that moves along ends: what lies beyond stays.
  const depth = isAlone ? 0 : file.path.slice(own.length + 1).split("/").length;
  return names.flatMap((token): readonly StuckToken[] => {
    if (token.name === "__file__" && (isAlone || stepsUp(file.text, token.start, token.end) > depth)) {
      const detail = "the module finds files by where it lies, and moves to another folder";
      return [{ token, detail }];
    }
    const before = file.text.slice(Math.max(0, token.start - 200), token.start);
    if (token.name === "__package__" && isAlone && !ANCHOR.test(before)) {
      const detail = "the module uses the package that it lies in, and moves to another one";
      return [{ token, detail }];
    }
    return [];
  });
}

/** In front of the package that a relative path in a string counts from, which is rewritten instead. */
const ANCHOR =
  /\b(?:import_module|find_spec|resolve_name)\s*\(\s*(["'])\.[^"']*\1\s*,\s*(?:package\s*=\s*)?$/;

/** How far above the file the line of a `__file__` may go: `dirname(dirname(__file__))`, `.parent.parent`, `..`. */
function stepsUp(text: string, start: number, end: number): number {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  const parents = [...line.matchAll(/\bparents\s*\[\s*(\d+)\s*\]/g)].map(([, index]) => Number(index) + 1);
  const steps = line.match(/\bdirname\b|\.parent\b|\bpardir\b|\.\.(?=[/"'\\])/g)?.length ?? 0;
  return steps + parents.reduce((sum, count) => sum + count, 0);
}
