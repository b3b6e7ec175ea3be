import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * The first line (0-based) of a file where, as the type checker complains, a dictionary is used as one of the classes, or
 * the other way round; null when there is none. At run time both are the same, so that such code works.
 */
export async function illTypedFlow(
  file: SourceFile,
  classes: ReadonlySet<string>,
  session: Session,
): Promise<number | null> {
  session.open(file.path);
  const names = new RegExp(`(?<![\\w.])(?:${[...classes].join("|")})(?!\\w)`);
  for (const { message, range } of await session.server.diagnostics(file.path)) {
    if (/assign/.test(message) && /\b[dD]ict\[/.test(message) && names.test(message)) return range.start.line;
  }
  return null;
}
