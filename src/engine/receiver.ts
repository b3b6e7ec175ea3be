import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import { resolveName } from "../python/scope.ts";
import type { DottedName, NameToken, Token } from "../python/token.ts";

/** The first name of what is written. */
export function rootOf(written: DottedName): string {
  return written.text.split(".")[0] ?? "";
}

/** What binds the variable that the first name of what is written means; empty when the tokens lack the place. */
export function rootBindings(tokens: readonly Token[], written: DottedName): readonly NameToken[] {
  const root = rootOf(written);
  const use = tokens.find((t) => t.start === written.start);
  if (use === undefined) return [];
  const variable = resolveName(use.scope, root);
  return tokens.filter(
    (t): t is NameToken =>
      t.kind === "name" && t.name === root && t.binding !== null && resolveName(t.scope, root) === variable,
  );
}

/**
 * The dotted path that imports give to what is written, when nothing but absolute imports binds its first name and they
 * agree: `p.mod` for `m` behind `import p.mod as m`, and for `p.mod` behind `import p.mod`. Null otherwise.
 */
export function importedPath(text: string, written: DottedName, grammar: Grammar): string | null {
  const root = rootOf(written);
  const { tokens } = readModule(grammar, text, new Set([root]));
  const paths = new Set(
    rootBindings(tokens, written).map((t) => (t.imports?.dots === 0 ? t.imports.path : null)),
  );
  const [only] = paths;
  if (paths.size !== 1 || only === undefined || only === null) return null;
  return only + written.text.slice(root.length);
}
