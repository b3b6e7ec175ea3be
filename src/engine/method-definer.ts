import type { Scope } from "../python/scope.ts";
import type { ClassPlace } from "./class-place.ts";

/** A class that defines methods of a name. */
export interface Definer {
  readonly place: ClassPlace;
  readonly methods: readonly Scope[];
}

/** The methods of these names that a class defines itself. */
export function methodsOf(scope: Scope, names: ReadonlySet<string>): readonly Scope[] {
  return scope.children
    .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
    .filter((c) => c.kind === "function" && names.has(c.name));
}
