import { resolveName } from "../python/scope.ts";
import type { AttributeToken, Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import type { ModuleValues } from "./module-values.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * An attribute of an object of unknown type is the symbol only if the object is a module that has it. Where no such
 * module is used as a value, it is none. Classes and decorated functions are left out, since what takes them can store
 * them as attributes under their own names.
 */
export async function ruleOutModules(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  modules: ModuleValues,
): Promise<Map<SourceFile, Denotations>> {
  const result = new Map(denoted);
  const open = [...denoted].filter(([, denotations]) => [...denotations].some(isOpen));
  if (target.member || target.kind === "parameter" || target.kind === "class" || open.length === 0)
    return result;
  const declarations = target.homes.flatMap((home) => home.declarations);
  if (declarations.some((t) => t.kind === "name" && t.decorators.length > 0)) return result;
  const having = new Set(target.homes.map((home) => home.path));
  for (const [file, denotations] of denoted) {
    for (const [token, { kind }] of denotations) {
      if (kind !== "family" || token.kind !== "name") continue;
      const scope = resolveName(token.scope, token.name);
      // An import in a class body makes an attribute of it.
      if (scope.kind === "class") return result;
      if (scope.kind === "module") having.add(file.path);
    }
  }
  const mayBeModule = await modules.candidates(having);
  if (mayBeModule === null) return result;
  for (const [file, denotations] of open) {
    const known = new Map<Token, Denotation>(denotations);
    for (const [token] of [...denotations].filter(isOpen)) {
      const written = token.receiver;
      if (written === null || !mayBeModule(file.path, written)) known.set(token, NO_MODULE);
    }
    result.set(file, known);
  }
  return result;
}

const NO_MODULE: Denotation = {
  kind: "other",
  detail: "an attribute of an object; no module that has the symbol is passed on or kept as an object",
};

function isOpen(entry: [Token, Denotation]): entry is [AttributeToken, Denotation] {
  return entry[0].kind === "attribute" && entry[1].untyped === true;
}
