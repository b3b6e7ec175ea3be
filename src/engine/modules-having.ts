import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath } from "../python/module-path.ts";
import { resolveName } from "../python/scope.ts";
import type { NameToken, Token } from "../python/token.ts";
import type { Scan } from "./scan.ts";

/** `from m import name` */
export function importsFrom(token: Token, name: string): token is NameToken {
  return token.kind === "name" && token.name === name && token.binding === "import_from";
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
          importsFrom(t, name) &&
          t.source !== null &&
          resolveName(t.scope, t.name) === reading.module &&
          tree.filesOf(absolutePath(t.source, path, tree)).some((f) => having.has(f.path)),
      );
      if (imports) having.add(path);
    }
  }
  return having;
}
