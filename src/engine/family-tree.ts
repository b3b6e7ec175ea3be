import type { FamilyMember } from "../model/family-member.ts";
import type { ClassGraph } from "./class-graph.ts";
import { classKey, className } from "./class-place.ts";
import type { Relative } from "./member-family.ts";
import { placeAt } from "./place-at.ts";

/** A family as a report shows it: each member behind the one that it inherits from. Empty where there is one alone. */
export async function familyTree(
  name: string,
  relatives: readonly Relative[],
  outside: readonly string[],
  graph: ClassGraph,
): Promise<readonly FamilyMember[]> {
  if (relatives.length + outside.length < 2) return [];
  const above = new Map<string, ReadonlySet<string>>();
  const known = new Map(relatives.map((relative) => [classKey(relative.place), relative]));
  for (const [key, { place }] of known) {
    // oxlint-disable-next-line no-await-in-loop -- answered from memory
    const { keys } = await graph.ancestry(place);
    above.set(key, new Set([...keys].filter((k) => known.has(k) && k !== key)));
  }
  // Of the members above, the nearest is the one with the most above itself.
  const depth = (key: string): number => above.get(key)?.size ?? 0;
  const nearest = (key: string): string | null =>
    [...(above.get(key) ?? [])].toSorted((a, b) => depth(b) - depth(a))[0] ?? null;
  const list: FamilyMember[] = outside.map((owner) => ({
    name: owner,
    path: "",
    line: 0,
    relation: "overridden",
    parent: null,
    kept: "it is outside the repository",
  }));
  const add = (key: string, parent: number | null): void => {
    const relative = known.get(key);
    if (relative === undefined) return;
    const { place, relation } = relative;
    const { path, line } = placeAt(place.file, place.header.nameAt);
    const index =
      list.push({ name: `${className(place)}.${name}`, path, line, relation, parent, kept: "" }) - 1;
    for (const child of known.keys()) if (nearest(child) === key) add(child, index);
  };
  for (const key of known.keys()) if (nearest(key) === null) add(key, null);
  return list;
}
