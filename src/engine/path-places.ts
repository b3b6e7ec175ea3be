import type { ModuleTarget } from "../model/plan.ts";
import type { PlannedMove } from "./plan-moves.ts";

/** The dotted path, and the path of the file or folder. */
export function spellings({ target, files }: PlannedMove): readonly string[] {
  const stem = target.old.replaceAll(".", "/");
  const isTop = !target.old.includes(".");
  const paths = [...files.keys()].filter((path) =>
    [".py", ...(target.becomes === "module" ? ["/__init__.py"] : [])].some(
      (suffix) => path === stem + suffix || path.endsWith(`/${stem}${suffix}`),
    ),
  );
  // Where only the form changes, the dotted path stays true.
  const dotted = target.old === target.new ? [] : [target.old, ...(isTop ? [] : [stem])];
  return [...new Set([...dotted, ...paths])];
}

/** The dotted path in a regular expression, and in one that is written in a literal which is not raw. */
export function patterns({ target }: PlannedMove): readonly string[] {
  const isDotted = target.old !== target.new && target.old.includes(".");
  return isDotted ? ["\\.", "\\\\."].map((dot) => target.old.replaceAll(".", dot)) : [];
}

export function occurrences(text: string, part: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

/** Where one of the paths stands with nothing on either side that would make another path of it. */
export function pathOffsets(text: string, paths: readonly string[]): readonly number[] {
  const found = new Set<number>();
  for (const path of paths) {
    for (const at of occurrences(text, path)) {
      // `\n` and its like in a literal are no part of a path.
      const before = text
        .slice(Math.max(0, at - 2), at)
        .replace(/\\[abfnrtv]$/, "")
        .slice(-1);
      const behind = text.slice(at + path.length, at + path.length + 1);
      if (!/[\p{XID_Continue}.]/u.test(before) && !/\p{XID_Continue}/u.test(behind)) found.add(at);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The file of the module itself, or a package's `__init__`; not what is in the package. */
export function isFileOf(path: string, { old }: ModuleTarget): boolean {
  const stem = old.replaceAll(".", "/");
  return path === `${stem}.py` || path.endsWith(`/${stem}.py`);
}
