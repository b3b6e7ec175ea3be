import type { Grammar } from "../python/grammar.ts";
import { importStatements } from "../python/import-statements.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath } from "../python/module-path.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface FlowContext {
  readonly session: Session;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
}

/**
 * The first line (0-based) of a file where, as the type checker complains, a dictionary is used as one of the classes, or
 * the other way round; null when there is none. At run time both are the same, so that such code works.
 */
export async function illTypedFlow(
  file: SourceFile,
  classes: ReadonlySet<string>,
  context: FlowContext,
): Promise<number | null> {
  const { server } = context.session;
  const document = server.openProbe(`${withAbsoluteImports(file, context)}\n# pyright: basic\n`);
  const names = new RegExp(`(?<![\\w.])(?:${[...classes].join("|")})(?!\\w)`);
  for (const { message, range } of await server.diagnostics(document)) {
    if (/assign/.test(message) && /\b[dD]ict\[/.test(message) && names.test(message)) return range.start.line;
  }
  return null;
}

/** The document lies in no package. No import gets more lines by this, or fewer. */
function withAbsoluteImports({ text, path }: SourceFile, { tree, grammar }: FlowContext): string {
  let rewritten = text;
  for (const statement of importStatements(grammar, text).toReversed()) {
    if (statement.kind !== "from" || statement.dots === 0) continue;
    const { dots, path: to, moduleSpan } = statement;
    const absolute = absolutePath({ dots, path: to }, path, tree);
    rewritten = rewritten.slice(0, moduleSpan.start) + absolute + rewritten.slice(moduleSpan.end);
  }
  return rewritten;
}
