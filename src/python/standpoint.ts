import type { ImportedPath } from "./token.ts";

/** Where a file stands, as relative imports count: its dotted name, and whether it is a package's `__init__`. */
export interface Standpoint {
  readonly module: string;
  readonly isPackage: boolean;
}

/** The absolute dotted path of what a `from` import names, written in a file. */
export function importedPath({ dots, path }: ImportedPath, { module, isPackage }: Standpoint): string {
  if (dots === 0) return path;
  const own = module.split(".");
  const parents = own.slice(0, Math.max(0, own.length - dots + (isPackage ? 1 : 0)));
  return [...parents, path].filter((part) => part !== "").join(".");
}
