import { definedNames } from "../python/defined-names.ts";
import { isLocal } from "../python/scope.ts";
import type { ClassPlace } from "./class-graph.ts";
import { classKey, className } from "./class-graph.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { probeClass } from "./probe.ts";
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
  const { target, session, grammar, tree } = context;
  const matches = await shapeMatches(protocol, target.name, context);
  if (matches.has(classKey(place)) || isLocal(place.scope)) return true;
  const members = definedNames(grammar, protocol.file.text, className(protocol).split("."));
  const others = members.filter((name) => name !== target.name && !name.startsWith("__"));
  const module = tree.moduleOf(place.file.path);
  const names = { inherited: [], present: others };
  const { present, basesKnown } = await probeClass(session.server, module, className(place), names);
  return !basesKnown || others.every((name) => (present.get(name) ?? []).length > 0);
}
