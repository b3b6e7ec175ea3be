import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { classesDefining } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey, className } from "./class-place.ts";
import { libraryParameter } from "./library-parameter.ts";
import { mayFit } from "./may-fit.ts";
import type { Definer } from "./method-definer.ts";
import { methodsOf } from "./method-definer.ts";
import type { ParameterContext } from "./parameter-context.ts";
import { placeAt } from "./place-at.ts";

/** A library calls a method that it declares by the names that it declares. */
export async function libraryConflicts(
  target: ResolvedTarget,
  names: ReadonlySet<string>,
  definers: readonly Definer[],
  context: ParameterContext,
): Promise<readonly Conflict[]> {
  const { entry } = target.target;
  const methods = [...names].join(" or ");
  const conflicts: Conflict[] = [];
  for (const { place } of definers) {
    if (place.header.bases.length === 0) continue;
    const where = placeAt(place.file, place.header.nameAt);
    const bases = place.header.bases.map((b) => b.text).join(", ");
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const ancestry = await context.graph.ancestry(place);
    if (ancestry.unknown === null && ancestry.outside.size === 0) continue;
    // oxlint-disable-next-line no-await-in-loop
    const found = await libraryParameter(place, [...names], target.name, context);
    if (found.declaring !== null) {
      const message =
        `${className(place)} overrides a method of a class outside the repository (${found.declaring}; bases: ${bases}) ` +
        `whose parameter is ${target.name} too: the library can pass it by that name.`;
      conflicts.push(conflict("family/outside", entry, message, where));
    } else if (!found.basesKnown) {
      const message =
        `A base of ${className(place)} (${bases}) cannot be resolved, so whether it passes ${target.name} to ${methods} by ` +
        "name is unknown. Install the library, or name the folder that holds the base in source_roots.";
      conflicts.push(conflict("family/unknown-base", entry, message, where));
    }
  }
  return conflicts;
}

/** Methods that can stand for one of the family without inheriting from it. */
export async function shapeConflicts(
  target: ResolvedTarget,
  names: ReadonlySet<string>,
  related: readonly Definer[],
  context: ParameterContext,
): Promise<readonly Conflict[]> {
  const { scan, graph } = context;
  const [method = ""] = names;
  const known = new Set(related.map((d) => classKey(d.place)));
  const places = [...scan.files.values()].flatMap((file) => classesDefining(file.reading, file, method));
  const conflicts: Conflict[] = [];
  for (const place of places) {
    const methods = methodsOf(place.scope, names);
    if (
      known.has(classKey(place)) ||
      !methods.some((scope) => scope.signature?.keywords.has(target.name) === true)
    )
      continue;
    const name = className(place);
    const where = placeAt(place.file, place.header.nameAt);
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    if (await fits(place, method, related, target, context)) {
      const message =
        `${name}.${method} has a parameter ${target.name} too, and one of the two classes is a Protocol that the other fits ` +
        `by its shape. Name the parameter of the Protocol's own ${method} in the plan.`;
      conflicts.push(conflict("family/protocol", target.target.entry, message, where));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const { unknown } = await graph.ancestry(place);
    if (unknown === null) continue;
    const message =
      `${name}.${method} has a parameter ${target.name} too, and what its base ${unknown} is cannot be resolved: it may ` +
      "belong to the same family.";
    conflicts.push(conflict("family/unknown-base", target.target.entry, message, where));
  }
  return conflicts;
}

async function fits(
  place: ClassPlace,
  method: string,
  related: readonly Definer[],
  target: ResolvedTarget,
  context: ParameterContext,
): Promise<boolean> {
  const member = { ...target, name: method, newName: method, kind: "method", member: true } as const;
  const asked = { ...context, target: member, targets: [], outside: new Set<string>() };
  const isProtocol = async (p: ClassPlace) => (await context.graph.ancestry(p)).baseNames.has("Protocol");
  const isShape = await isProtocol(place);
  for (const { place: own } of related) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    if (
      isShape ? await mayFit(place, own, asked) : (await isProtocol(own)) && (await mayFit(own, place, asked))
    )
      return true;
  }
  return false;
}

/** A function with the parameter can stand behind a Protocol that is called. */
export async function callbackConflicts(
  target: ResolvedTarget,
  names: ReadonlySet<string>,
  related: readonly Definer[],
  { scan, graph }: ParameterContext,
): Promise<readonly Conflict[]> {
  if (!names.has("__call__")) return [];
  const ancestries = await Promise.all(related.map((d) => graph.ancestry(d.place)));
  if (!ancestries.some((a) => a.baseNames.has("Protocol"))) return [];
  const homes = new Set(target.homes.map((h) => h.scope));
  for (const file of scan.files.values()) {
    const token = file.reading.tokens.find(
      (t) => t.kind === "name" && t.name === target.name && t.binding === "parameter" && !homes.has(t.scope),
    );
    if (token === undefined) continue;
    const message =
      `This function has a parameter ${target.name} too, and can be called through the Protocol, which passes it by that name. ` +
      "Name its parameter in the plan as well, or pass it by place.";
    return [conflict("family/protocol", target.target.entry, message, placeAt(file, token.start))];
  }
  return [];
}
