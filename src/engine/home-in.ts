import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { AttributeToken, NameToken, StringToken } from "../python/token.ts";
import type { Home } from "../residue/resolved-target.ts";
import type { SourceFile } from "./source-file.ts";

/** What a scope of a file binds under the name. */
export function homeIn(source: SourceFile, scope: Scope, name: string): Home {
  const declarations: (NameToken | AttributeToken)[] = [];
  for (const token of source.reading.tokens) {
    if (token.name !== name) continue;
    if (token.kind === "name" && token.binding !== null && token.binding !== "delete") {
      if (resolveName(token.scope, name) === scope) declarations.push(token);
    }
    if (token.kind === "attribute" && token.store && token.selfClass === scope) declarations.push(token);
  }
  const slots = source.reading.tokens.filter(
    (t): t is StringToken =>
      t.kind === "string" && t.name === name && t.role === "slots" && t.scope === scope,
  );
  return { path: source.path, scope, declarations, slots };
}
