import type { Scope } from "./scope.ts";

/** The class of the method whose first parameter has this name, seen from a scope within it. */
export function selfClass(scope: Scope, name: string): Scope | null {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    const parameters = s.signature?.parameters ?? [];
    if (!parameters.includes(name)) continue;
    if (s.signature?.bindsSelf !== true || parameters[0] !== name) return null;
    let owner = s.parent;
    while (owner !== null && owner.kind === "type_parameters") owner = owner.parent;
    return owner?.kind === "class" ? owner : null;
  }
  return null;
}
