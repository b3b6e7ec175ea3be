import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey, className } from "./class-place.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { ownClasses } from "./own-classes.ts";
import { placeAt } from "./place-at.ts";

/** Everything that reads the files and the server. `paths` are all Python files. */
export interface StandInSearch extends FamilyContext {
  readonly paths: readonly string[];
}

/**
 * Another class with a member of the name can be used in the place of the renamed one's, as a fake in a test is, or what a subclass
 * makes instead. Where types say which class it should be, the type checker complains of it already, and so tells of it.
 */
export async function checkStandIns(context: StandInSearch): Promise<readonly Conflict[]> {
  const { target, targets, scan, session, paths } = context;
  if (isMangled(target.name)) return [];
  const own = ownClasses(target, scan);
  const alike = targets.filter((t) => t.newName === target.newName).flatMap((t) => ownClasses(t, scan));
  const renamed = new Set([...own, ...alike].map(classKey));
  const ours = new Set(own.map(className).map(lastName));
  const others = new Set(
    [...scan.files.values()]
      .flatMap((file) => classesDefining(file.reading, file, target.name))
      .filter((place) => !renamed.has(classKey(place)))
      .map((place) => lastName(className(place)))
      .filter((name) => !ours.has(name)),
  );
  if (others.size === 0) return [];
  const [otherWord, ourWord] = [anyOf(others), anyOf(ours)];
  const conflicts: Conflict[] = [];
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const file = await session.load(path);
    if (file === null || !otherWord.test(file.text)) continue;
    if (scan.files.has(path)) session.open(path);
    else session.server.open(path, file.text);
    // oxlint-disable-next-line no-await-in-loop
    for (const { message, range } of await session.server.diagnostics(path)) {
      const other = otherWord.exec(message)?.[0];
      const our = ourWord.exec(message)?.[0];
      if (other === undefined || our === undefined) continue;
      const text =
        `${other} is used for ${our} here, as the type checker complains, and has a ${target.name} of its own: what is renamed ` +
        `for ${our} would be missing. Rename ${other}.${target.name} alike in the plan, or mend the types.`;
      const where = placeAt(file, file.lines.offsetAt(range.start));
      conflicts.push(conflict("family/protocol", target.target.entry, text, where));
    }
  }
  return conflicts;
}

function anyOf(names: ReadonlySet<string>): RegExp {
  return new RegExp(`(?<!\\w)(?:${[...names].join("|")})(?!\\w)`, "u");
}

function lastName(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}
