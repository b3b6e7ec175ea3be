import type { Scope } from "../python/scope.ts";
import type { Home } from "../residue/resolved-target.ts";
import { homeIn } from "./home-in.ts";
import type { SourceFile } from "./source-file.ts";

/** One call of a class goes to both of them with the same arguments. */
const CONSTRUCTORS: readonly string[] = ["__new__", "__init__"];

/** The functions at a dotted path of classes and functions in a file: overloads, branches, redefinitions, accessors. */
export function functionsAt(module: Scope, path: readonly string[]): readonly Scope[] {
  let scopes: readonly Scope[] = [module];
  for (const [index, name] of path.entries()) {
    const last = index === path.length - 1;
    const names = last && path.length > 1 && CONSTRUCTORS.includes(name) ? CONSTRUCTORS : [name];
    scopes = scopes
      .flatMap((s) => s.children)
      .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
      .filter((c) => (c.kind === "function" || (!last && c.kind === "class")) && names.includes(c.name));
  }
  return path.length === 0 ? [] : scopes;
}

/** The functions at the path that have the parameter. */
export function parameterHomes(source: SourceFile, path: readonly string[], name: string): readonly Home[] {
  return functionsAt(source.reading.module, path).flatMap(
    (scope) => parameterHome(source, scope, name) ?? [],
  );
}

/** A function as the home of a parameter; null when it has none of that name. */
export function parameterHome(source: SourceFile, scope: Scope, name: string): Home | null {
  const home = homeIn(source, scope, name);
  const declares = home.declarations.some((t) => t.kind === "name" && t.binding === "parameter");
  return declares ? home : null;
}
