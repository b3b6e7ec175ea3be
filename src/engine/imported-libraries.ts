import type { Session } from "./session.ts";

const IMPORT = /^[ \t]*(?:from[ \t]+(\w[\w.]*)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;

/** The top-level names that any of the Python files imports, in whatever place. */
export async function importedLibraries(
  paths: readonly string[],
  session: Session,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const file = await session.load(path);
    for (const match of file?.text.matchAll(IMPORT) ?? []) {
      const modules = match[1] === undefined ? (match[2] ?? "").split(",") : [match[1]];
      for (const module of modules) names.add(module.trim().split(/[. ]/)[0] ?? "");
    }
  }
  return names;
}
