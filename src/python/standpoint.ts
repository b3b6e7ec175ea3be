import type { ImportStatement } from "./import-statements.ts";
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

/** The absolute dotted paths of the modules of which a file imports all names. */
export function starSources(
  statements: readonly ImportStatement[],
  standpoint: Standpoint,
): readonly string[] {
  return statements.flatMap((statement) =>
    statement.kind === "from" && statement.items.length === 0 ? [importedPath(statement, standpoint)] : [],
  );
}
