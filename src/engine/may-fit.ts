import { definedNames } from "../python/defined-names.ts";
import { isLocal } from "../python/scope.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey, className } from "./class-place.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { shapeMatches } from "./shape-matches.ts";

/**
 * Whether a class can be used for a Protocol without naming it as a base. That its types do not fit is no proof, since nothing
 * checks them at run time; that it lacks a member of the Protocol is.
 */
export async function mayFit(
  protocol: ClassPlace,
  place: ClassPlace,
  context: FamilyContext,
): Promise<boolean> {
  const { target, graph, grammar } = context;
  const matches = await shapeMatches(protocol, target.name, context);
  if (matches.has(classKey(place)) || isLocal(place.scope)) return true;
  const members = definedNames(grammar, protocol.file.text, className(protocol).split("."));
  const others = members.filter((name) => name !== target.name && !name.startsWith("__"));
  const names = { inherited: [], present: others };
  const probe = await graph.probe(place.file.path, className(place), names);
  if (probe === null) return true;
  const { present, basesKnown } = probe;
  return !basesKnown || others.every((name) => (present.get(name) ?? []).length > 0);
}
