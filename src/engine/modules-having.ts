import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath, canMean } from "../python/module-path.ts";
import type { ModuleReading } from "../python/reading.ts";
import { resolveName } from "../python/scope.ts";
import type { NameToken, Token } from "../python/token.ts";
import type { Scan } from "./scan.ts";

/** `from m import name`, or with the same name behind `as`. */
export function isFromImport(token: Token): token is NameToken {
  return token.kind === "name" && token.binding === "import_from";
}

/** Such an import that gives the module an attribute of the name. */
export function isModuleImport(token: Token, { module }: ModuleReading): token is NameToken {
  return isFromImport(token) && resolveName(token.scope, token.name) === module;
}

/** Paths of modules that have a name of the given ones as an attribute: these, and those that import it, as imports read. */
export function modulesHaving(
  name: string,
  own: readonly string[],
  scan: Scan,
  tree: ModuleTree,
): ReadonlySet<string> {
  const having = new Set(own);
  for (let before = -1; before < having.size;) {
    before = having.size;
    for (const { path, reading } of scan.files.values()) {
      const imports = reading.tokens.some(
        (t) =>
          t.name === name &&
          isModuleImport(t, reading) &&
          t.source !== null &&
          canMean(absolutePath(t.source, path, tree), having, tree),
      );
      if (imports) having.add(path);
    }
  }
  return having;
}
