import type { FamilyRelation } from "../model/family-member.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { isMangled } from "../model/identifier.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey } from "./class-place.ts";
import { ownClasses } from "./own-classes.ts";
import { homeIn } from "./home-in.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import { stubTwins } from "./stub-twins.ts";
import { shapeMatches } from "./shape-matches.ts";

/** A class with the member, and how it is related to one that was found before it. */
export interface Relative {
  readonly place: ClassPlace;
  readonly relation: FamilyRelation;
}

export interface FamilySearch {
  readonly scan: Scan;
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly tree: ModuleTree;
}

/**
 * All classes of the repository whose members of the target's name have to change together, the target's own first: those
 * above and below, those that meet in a class that inherits both, and what fits a Protocol that the plan names by its shape.
 */
export async function memberFamily(
  target: ResolvedTarget,
  search: FamilySearch,
): Promise<readonly Relative[]> {
  const { scan, graph, tree } = search;
  const named = [...ownClasses(target, scan), ...stubTwins(target, scan, tree)];
  const family = new Map<string, Relative>(
    named.map((place) => [classKey(place), { place, relation: "named" }]),
  );
  // A private name is stored under its class's name, so that no other class can meet it.
  if (isMangled(target.name)) return [...family.values()];
  const defining = new Map(
    [...scan.files.values()]
      .flatMap((file) => classesDefining(file.reading, file, target.name))
      .map((place) => [classKey(place), place] as const),
  );
  if ([...defining.keys()].every((key) => family.has(key))) return [...family.values()];
  const add = (key: string, relation: FamilyRelation): void => {
    const place = defining.get(key);
    if (place === undefined || family.has(key)) return;
    const found = { place, relation };
    family.set(key, found);
    pending.push(found);
  };
  const pending = [...family.values()];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { place } = next;
    const key = classKey(place);
    // oxlint-disable-next-line no-await-in-loop -- each member can lead to the next
    for (const above of (await graph.ancestry(place)).keys) add(above, "overridden");
    for (const [other, definer] of defining) {
      // oxlint-disable-next-line no-await-in-loop -- answered from memory, mostly
      if ((await graph.ancestry(definer)).keys.has(key)) add(other, "overrides");
    }
    // oxlint-disable-next-line no-await-in-loop
    const below = await graph.descendants([place]);
    for (const heir of below.classes) {
      if (heir.header.bases.length < 2) continue;
      // oxlint-disable-next-line no-await-in-loop
      for (const other of (await graph.ancestry(heir)).keys) add(other, "joined");
    }
    if (next.relation !== "named" && next.relation !== "shape") continue;
    // oxlint-disable-next-line no-await-in-loop
    for (const match of await shapeMatches(place, target.name, search)) add(match, "shape");
  }
  return [...family.values()];
}

/** The target with the members of all relatives as further homes. */
export function withRelatives(
  target: ResolvedTarget,
  relatives: readonly Relative[],
  scan: Scan,
): ResolvedTarget {
  const known = new Set(ownClasses(target, scan).map(classKey));
  const homes = relatives.flatMap(({ place }): readonly Home[] => {
    const file = scan.files.get(place.file.path);
    return file === undefined || known.has(classKey(place)) ? [] : [homeIn(file, place.scope, target.name)];
  });
  return { ...target, homes: [...target.homes, ...homes] };
}
