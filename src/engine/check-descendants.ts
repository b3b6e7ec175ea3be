import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import { isLocal } from "../python/scope.ts";
import type { ClassPlace } from "./class-graph.ts";
import { classKey, className } from "./class-graph.ts";
import { descendants } from "./descendants.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { inFamily, taken } from "./family-conflict.ts";
import { ownClasses } from "./own-classes.ts";
import { placeAt } from "./place-at.ts";
import { probeClass } from "./probe.ts";

/** A subclass can join the member with another base that has the old name, or has the new name already. */
export async function checkDescendants(
  context: FamilyContext,
  own: readonly ClassPlace[],
): Promise<readonly Conflict[]> {
  const { target, session, grammar, tree } = context;
  const { entry } = target.target;
  const conflicts: Conflict[] = [];
  const { classes, made } = await descendants(own, session, grammar);
  for (const { file, at } of made) {
    const message = "A class is made from this one by a call, and what it joins cannot be looked through.";
    if (!isMangled(target.name))
      conflicts.push(conflict("family/unknown-base", entry, message, placeAt(file, at)));
  }
  for (const place of classes) {
    const module = tree.moduleOf(place.file.path);
    const local = isLocal(place.scope);
    const others = place.header.bases.length > 1;
    if (local && !others) continue;
    const name = className(place);
    if (local) {
      const where = {
        path: place.file.path,
        line: place.file.lines.positionAt(place.header.nameAt).line + 1,
      };
      const message = `${name} is a class inside a function with more bases than one, which cannot be looked through.`;
      conflicts.push(conflict("family/unknown-base", entry, message, where));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const probe = await probeClass(session.server, module, name, {
      inherited: [],
      present: [target.newName],
    });
    for (const location of probe.present.get(target.newName) ?? [])
      conflicts.push(...taken(context, name, location));
    conflicts.push(...(await joinedEntries(context, place)));
    if (!others || isMangled(target.name)) continue;
    for (const base of place.header.bases) {
      if (base.dotted === null) continue;
      // oxlint-disable-next-line no-await-in-loop
      const sibling = await probeClass(session.server, module, base.dotted, {
        inherited: [],
        present: [target.name],
      });
      for (const location of sibling.present.get(target.name) ?? []) {
        // oxlint-disable-next-line no-await-in-loop
        conflicts.push(...(await inFamily(context, location, `meets, in ${name},`)));
      }
    }
  }
  return conflicts;
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
