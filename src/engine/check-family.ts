import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import { isLocal } from "../python/scope.ts";
import { checkDescendants } from "./check-descendants.ts";
import { checkTwins } from "./check-twins.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey, className } from "./class-place.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { WHOLE_FAMILY, inFamily, taken } from "./family-conflict.ts";
import { mayFit } from "./may-fit.ts";
import { ownClasses } from "./own-classes.ts";
import { placeAt } from "./place-at.ts";
import type { Place } from "./place-at.ts";
import type { ClassProbe } from "./probe.ts";
import type { Scan } from "./scan.ts";

/**
 * What else bears the member's name because of inheritance, and who already has the new name: bases (also outside the
 * repository), overriding members, classes that join the member with a sibling's, Protocols.
 */
export async function checkFamily(context: FamilyContext): Promise<readonly Conflict[]> {
  const { target } = context;
  const found = new Map<string, Conflict>();
  const add = (c: Conflict | null): void => {
    if (c !== null) found.set(`${c.code} ${c.path}:${c.line}:${c.column} ${c.message}`, c);
  };
  const own = ownClasses(context.target, context.scan);
  for (const c of await checkBases(context, own)) add(c);
  // A private name is stored under its class's name, so that no other class can meet it.
  if (!isMangled(target.name)) {
    const others = otherClasses(context, own);
    for (const c of await checkOverriding(context, own, others)) add(c);
    for (const c of await checkOtherClasses(context, own, others)) add(c);
    for (const c of checkTwins(context)) add(c);
  }
  for (const c of await checkDescendants(context, own)) add(c);
  return [...found.values()];
}

async function checkBases(context: FamilyContext, own: readonly ClassPlace[]): Promise<readonly Conflict[]> {
  const { target, graph } = context;
  const { entry } = target.target;
  const conflicts: Conflict[] = [];
  for (const place of own) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const { outside, unknown } = await graph.ancestry(place);
    if (isLocal(place.scope)) {
      const [base] = [...(unknown === null ? [] : [unknown]), ...outside];
      if (base === undefined) continue;
      const message = `${className(place)} is a class inside a function, and what it inherits from ${base} cannot be looked through there.`;
      conflicts.push(conflict("family/unknown-base", entry, message, classLine(place)));
      continue;
    }
    const names = { inherited: [target.name], present: [target.newName] };
    // oxlint-disable-next-line no-await-in-loop
    const probe = await graph.probe(place.file.path, className(place), names);
    if (probe === null) {
      const message = `${className(place)} stands in a file that no import reaches, so what it inherits cannot be looked through.`;
      if (unknown !== null || outside.size > 0)
        conflicts.push(conflict("family/unknown-base", entry, message, classLine(place)));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    conflicts.push(...(await fromProbe(context, place, probe)));
  }
  return conflicts;
}

async function fromProbe(
  context: FamilyContext,
  place: ClassPlace,
  probe: ClassProbe,
): Promise<readonly Conflict[]> {
  const { target } = context;
  const conflicts: Conflict[] = [];
  if (!probe.basesKnown && place.header.bases.length > 0 && !isMangled(target.name)) {
    const bases = place.header.bases.map((b) => b.text).join(", ");
    const message =
      `A base of ${className(place)} (${bases}) cannot be resolved, so whether ${target.name} overrides something is unknown. ` +
      "Name the folder that holds the base in source_roots, if it is in the repository.";
    conflicts.push(conflict("family/unknown-base", target.target.entry, message, classLine(place)));
  }
  for (const location of probe.inherited.get(target.name) ?? []) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    if (!isMangled(target.name)) conflicts.push(...(await inFamily(context, location, "overrides")));
  }
  for (const location of probe.present.get(target.newName) ?? []) {
    conflicts.push(...taken(context, className(place), location));
  }
  return conflicts;
}

/** Classes that define a member of the same name in the text, and are not among the plan's. */
function otherClasses(context: FamilyContext, own: readonly ClassPlace[]): readonly ClassPlace[] {
  const ownKeys = new Set(own.map(classKey));
  return [...context.scan.files.values()]
    .flatMap((file) => classesDefining(file.reading, file, context.target.name))
    .filter((place) => !ownKeys.has(classKey(place)) && !renamedAlike(context, place));
}

/**
 * The members that the server knows to override this one. It searches every file for them, so it is asked only when one
 * of the others could be below the class at all.
 */
async function checkOverriding(
  context: FamilyContext,
  own: readonly ClassPlace[],
  others: readonly ClassPlace[],
): Promise<readonly Conflict[]> {
  const { target, session, graph } = context;
  const ancestries = await Promise.all(others.map((place) => graph.ancestry(place)));
  const related = ancestries.some((a) => a.keys.size > 0 || a.unknown !== null);
  if (!related && !(others.length > 0 && (await protocolsOf(own, graph)).length > 0)) return [];
  const conflicts: Conflict[] = [];
  for (const { path, declarations } of target.homes) {
    for (const token of declarations) {
      if (token.kind !== "name") continue;
      // oxlint-disable-next-line no-await-in-loop
      const locations = await session.server.implementation(path, session.position(path, token.start));
      for (const location of locations) {
        // oxlint-disable-next-line no-await-in-loop
        conflicts.push(...(await inFamily(context, location, "is overridden by")));
      }
    }
  }
  return conflicts;
}

async function checkOtherClasses(
  context: FamilyContext,
  own: readonly ClassPlace[],
  others: readonly ClassPlace[],
): Promise<readonly Conflict[]> {
  const { target, scan, graph } = context;
  const { entry } = target.target;
  const ownKeys = new Set(own.map(classKey));
  const protocols = await protocolsOf(own, graph);
  const conflicts: Conflict[] = [];
  for (const place of others) {
    // oxlint-disable-next-line no-await-in-loop
    const ancestry = await graph.ancestry(place);
    const where = classLine(place);
    const name = className(place);
    const fits = (await protocolsOf([place], graph)).length > 0 ? await anyFits([place], own, context) : null;
    if ([...ownKeys].some((key) => ancestry.keys.has(key))) {
      const message = `${name} inherits from the class and defines ${target.name} as well. ${WHOLE_FAMILY}`;
      conflicts.push(conflict("family/overrides", entry, message, where));
    } else if (fits === true) {
      const message =
        `The class fits the Protocol ${name}, which requires ${target.name}, by its shape. Name ${name}.${target.name} in ` +
        "the plan: all that fits it is renamed with it.";
      conflicts.push(conflict("family/protocol", entry, message, where));
    } else if (await anyFits(protocols, [place], context)) {
      const message =
        `${name} has a member ${target.name} too, and can be used for ${protocols.map(className).join(", ")} by its shape. ` +
        `Name the Protocol's own ${target.name} in the plan, or rename both in it.`;
      conflicts.push(conflict("family/protocol", entry, message, where));
    } else if (isRegistered(place, scan)) {
      const message =
        `${name} has a member ${target.name} too, and is registered as a virtual subclass: the two can be used for ` +
        `each other. ${WHOLE_FAMILY}`;
      conflicts.push(conflict("family/overrides", entry, message, where));
    } else if (ancestry.unknown !== null) {
      const message =
        `${name} has a member ${target.name} too, and what its base ${ancestry.unknown} is cannot be resolved: ` +
        "it may belong to the same family.";
      conflicts.push(conflict("family/unknown-base", entry, message, where));
    }
  }
  return conflicts;
}

function classLine({ file, header }: ClassPlace): Place {
  return placeAt(file, header.nameAt);
}

/** The Protocols among the classes, and the classes that name one as their base. */
async function protocolsOf(places: readonly ClassPlace[], graph: ClassGraph): Promise<readonly ClassPlace[]> {
  const ancestries = await Promise.all(places.map((place) => graph.ancestry(place)));
  return places.filter((_, index) => ancestries[index]?.baseNames.has("Protocol") === true);
}

async function anyFits(
  protocols: readonly ClassPlace[],
  places: readonly ClassPlace[],
  context: FamilyContext,
): Promise<boolean> {
  for (const protocol of protocols) {
    for (const place of places) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      if (await mayFit(protocol, place, context)) return true;
    }
  }
  return false;
}

/** `Base.register(Class)` or `@Base.register`, as abstract base classes allow. */
function isRegistered({ header, scope }: ClassPlace, scan: Scan): boolean {
  if (header.decorators.some((d) => d.endsWith(".register"))) return true;
  const call = new RegExp(`\\.register\\(\\s*(\\w+\\.)*${scope.name}\\s*\\)`);
  return [...scan.files.values()].some((file) => call.test(file.text));
}

function renamedAlike({ target, targets }: FamilyContext, place: ClassPlace): boolean {
  return targets.some(
    (t) =>
      t.name === target.name &&
      t.newName === target.newName &&
      t.homes.some((h) => h.path === place.file.path && h.scope.header?.nameAt === place.header.nameAt),
  );
}
