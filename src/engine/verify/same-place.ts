import type { Location } from "../ports.ts";
import type { ChangedTree } from "./changed-tree.ts";

/** A location of the tree before, and one of its staged copy, are one place: as edits before it and moves carry it along. */
export function isSamePlace(before: Location, after: Location, tree: ChangedTree): boolean {
  if (before.path === null || after.path === null) {
    // What git ignores is no part of the copy, which only leads to it.
    return before.absolutePath === after.absolutePath && isSameStart(before, after);
  }
  if (tree.newPath(before.path) !== after.path) return false;
  const file = tree.files.get(before.path);
  if (file === undefined) return isSameStart(before, after);
  const { from, to } = file.moved(file.linesBefore.offsetAt(before.range.start));
  const at = file.linesAfter.offsetAt(after.range.start);
  return from <= at && at <= to;
}

/** The same places, in whatever order. */
export function areSamePlaces(
  before: readonly Location[],
  after: readonly Location[],
  tree: ChangedTree,
): boolean {
  return (
    before.every((old) => after.some((now) => isSamePlace(old, now, tree))) &&
    after.every((now) => before.some((old) => isSamePlace(old, now, tree)))
  );
}

function isSameStart({ range: { start: a } }: Location, { range: { start: b } }: Location): boolean {
  return a.line === b.line && a.character === b.character;
}
