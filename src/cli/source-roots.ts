import { isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "./usage-error.ts";

/** The folders of `--source-root` as the plan writes them: POSIX, relative to the repository. Throws a UsageError. */
export function sourceRoots(given: readonly string[], root: string): readonly string[] {
  return given.map((folder) => {
    const way = relative(root, resolve(root, folder));
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) {
      throw new UsageError(`--source-root ${folder} lies outside the repository`);
    }
    return way === "" ? "." : way.split(sep).join("/");
  });
}
