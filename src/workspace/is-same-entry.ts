import { lstatSync } from "node:fs";

/**
 * Whether two absolute paths, both there, are two spellings of one name, as where a file system ignores case. A file with
 * several hard links has several names, and is never taken for one.
 */
export function isSameEntry(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.nlink === 1n && first.ino === second?.ino && first.dev === second.dev;
}
