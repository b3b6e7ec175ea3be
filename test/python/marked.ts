import { loadGrammar } from "../../src/python/grammar.ts";
import { readModule } from "../../src/python/read-module.ts";
import type { ModuleReading } from "../../src/python/reading.ts";
import type { Scope } from "../../src/python/scope.ts";
import { resolveName } from "../../src/python/scope.ts";
import type { Token } from "../../src/python/token.ts";

const grammar = await loadGrammar();

export function read(text: string, ...names: readonly string[]): ModuleReading {
  return readModule(grammar, text, new Set(names));
}

/** `module`, `class K`, `function f`, `comprehension`: the scope whose variable a token's name means. */
export function owner(token: Token): string {
  return label(resolveName(token.scope, token.name));
}

function label(scope: Scope): string {
  return scope.name === "" ? scope.kind.replace("_", " ") : `${scope.kind} ${scope.name}`;
}

/** What a token is, in a word or two. */
export function role(token: Token): string {
  switch (token.kind) {
    case "name":
      return token.binding ?? "use";
    case "attribute":
      return `${token.store ? "store" : "attribute"}${token.selfClass === null ? "" : ` of ${token.selfClass.name}`}`;
    case "string":
      return `${token.role}${token.whole ? " whole" : ""}${token.afterDot ? " dotted" : ""}`;
    case "comment":
      return token.typeComment ? "type comment" : "comment";
    case "keyword":
    case "pattern_keyword":
    case "import_source":
    case "module_path":
      return token.kind.replace("_", " ");
  }
}
