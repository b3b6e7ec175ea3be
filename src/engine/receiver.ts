import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import { resolveName } from "../python/scope.ts";
import type { DottedName } from "../python/token.ts";

/**
 * The dotted path that imports give to what is written, when nothing but absolute imports binds its first name and they
 * agree: `p.mod` for `m` behind `import p.mod as m`, and for `p.mod` behind `import p.mod`. Null otherwise.
 */
export function importedPath(text: string, written: DottedName, grammar: Grammar): string | null {
  const [root = "", ...rest] = written.text.split(".");
  const { tokens } = readModule(grammar, text, new Set([root]));
  const use = tokens.find((t) => t.start === written.start);
  if (use === undefined) return null;
  const variable = resolveName(use.scope, root);
  const paths = new Set<string | null>();
  for (const token of tokens) {
    if (token.kind !== "name" || token.binding === null) continue;
    if (resolveName(token.scope, root) === variable)
      paths.add(token.imports?.dots === 0 ? token.imports.path : null);
  }
  const [only] = paths;
  return paths.size === 1 && only !== undefined && only !== null ? [only, ...rest].join(".") : null;
}
