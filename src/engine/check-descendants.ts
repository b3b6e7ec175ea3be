import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import { isLocal } from "../python/scope.ts";
import type { ClassPlace } from "./class-place.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey, className } from "./class-place.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { inFamily, taken } from "./family-conflict.ts";
import { ownClasses } from "./own-classes.ts";
import { placeAt } from "./place-at.ts";

/** A subclass can join the member with another base that has the old name, or has the new name already. */
export async function checkDescendants(
  context: FamilyContext,
  own: readonly ClassPlace[],
): Promise<readonly Conflict[]> {
  const { target, graph } = context;
  const { entry } = target.target;
  const present = [target.newName];
  const conflicts: Conflict[] = [];
  const { classes, made } = await graph.descendants(own);
  for (const { file, at } of made) {
    const message = "A class is made from this one by a call, and what it joins cannot be looked through.";
    if (!isMangled(target.name))
      conflicts.push(conflict("family/unknown-base", entry, message, placeAt(file, at)));
  }
  for (const place of classes) {
    const { path } = place.file;
    const others = place.header.bases.length > 1;
    const name = className(place);
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const probe = isLocal(place.scope) ? null : await graph.probe(path, name, { inherited: [], present });
    if (probe === null) {
      // oxlint-disable-next-line no-await-in-loop
      if (others) conflicts.push(...(await fromAncestry(context, place)));
      continue;
    }
    for (const location of probe.present.get(target.newName) ?? [])
      conflicts.push(...taken(context, name, location));
    conflicts.push(...(await joinedEntries(context, place)));
    if (!others || isMangled(target.name)) continue;
    for (const base of place.header.bases) {
      if (base.dotted === null) continue;
      // oxlint-disable-next-line no-await-in-loop
      const sibling = await graph.probe(path, base.dotted, { inherited: [], present: [target.name] });
      for (const location of sibling?.present.get(target.name) ?? []) {
        // oxlint-disable-next-line no-await-in-loop
        conflicts.push(...(await inFamily(context, location, `meets, in ${name},`)));
      }
    }
  }
  return conflicts;
}

/** What can be said of a class that cannot be asked about, by what its bases are. */
async function fromAncestry(context: FamilyContext, place: ClassPlace): Promise<readonly Conflict[]> {
  const { target, scan, graph } = context;
  const { entry } = target.target;
  const name = className(place);
  const where = placeAt(place.file, place.header.nameAt);
  const { keys, unknown, outside } = await graph.ancestry(place);
  const [base] = [...(unknown === null ? [] : [unknown]), ...outside];
  if (base !== undefined) {
    const message =
      `${name} cannot be imported, so what it inherits from ${base} besides cannot be looked through: it may have ` +
      `a ${target.name} or a ${target.newName}.`;
    return [conflict("family/unknown-base", entry, message, where)];
  }
  const having = [...scan.files.values()].flatMap((file) =>
    classesDefining(file.reading, file, target.newName).filter((c) => keys.has(classKey(c))),
  );
  return having.map((owner) => {
    const message = `${name} inherits ${target.newName} from ${className(owner)} already. Choose another name.`;
    return conflict("name/member-taken", entry, message, where);
  });
}

/** Another entry gives a member of another name the same new name, and the class inherits both. */
async function joinedEntries(context: FamilyContext, place: ClassPlace): Promise<readonly Conflict[]> {
  const { target, targets, scan, graph } = context;
  const { keys } = await graph.ancestry(place);
  const joined = targets.filter(
    (t) =>
      t.member &&
      t.newName === target.newName &&
      t.name !== target.name &&
      ownClasses(t, scan).some((other) => keys.has(classKey(other))),
  );
  return joined.map((t) => {
    const { line } = place.file.lines.positionAt(place.header.nameAt);
    const message = `${className(place)} inherits ${target.name} and ${t.name}, which the plan would both call ${target.newName}.`;
    const where = { path: place.file.path, line: line + 1 };
    return conflict("name/member-taken", target.target.entry, message, where);
  });
}
