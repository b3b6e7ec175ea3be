import type { Location } from "../ports.ts";
import type { AskedPlace } from "./asked-places.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";
import { hasOwnTwin } from "./own-twin.ts";
import { areSamePlaces, isSamePlace } from "./same-place.ts";

/** What the servers say of one place. */
export interface Meaning {
  readonly before: readonly Location[];
  readonly after: readonly Location[];
}

/**
 * A place means what it meant. Beside equal answers there are a few pairs that say the same of a program and differ only because
 * of how the server answers; each has a reason below, and all else is a difference.
 */
export function isKeptMeaning(
  { before, after }: Meaning,
  place: AskedPlace,
  file: ChangedFile,
  tree: ChangedTree,
): boolean {
  if (areSamePlaces(before, after, tree)) return true;
  // Of several stars that bring a name the server tells all, the one that counts last; a rename leaves that one alone.
  if (before.length > 1 && isPlainName(file, place) && STAR_IMPORT.test(file.before)) {
    return areSamePlaces(before.slice(-1), after, tree);
  }
  // A name that a package binds, and a module of that name in it, are told together while both have the name.
  const named = before.filter((location) => !isMovedModule(location, tree));
  if (named.length > 0 && named.length < before.length && areSamePlaces(named, after, tree)) return true;
  // A keyword of that name goes into `**kwargs`; the server takes it to the parameter that it cannot name.
  const isKeyword = /^[\p{XID_Continue}]+\s*=(?!=)/u.test(file.before.slice(place.before));
  if (
    !place.isEdited &&
    isKeyword &&
    before.length > 0 &&
    before.every((old) => isBeyondKeywords(old, tree))
  ) {
    return true;
  }
  // An import under another name than the module's no longer tells what else is bound to the name.
  const isPart = after.every((now) => before.some((old) => isSamePlace(old, now, tree)));
  if (place.isPath && after.length > 0 && isPart) return true;
  // The server knows nothing of a place (and may answer with the function around it), and of its new form it does.
  const isUnknown = before.every((location) => !isAnswer(location, place, file, tree));
  if (isUnknown && (place.isEdited || place.isBehindPath)) {
    return after.every((location) => isRewritten(location, tree) || isMovedTo(location, tree));
  }
  const isGone = after.every(({ path }) => path === null);
  return isGone && before.length > 0 && before.every((old) => hasOwnTwin(old, file, tree));
}

function isPlainName({ before }: ChangedFile, place: AskedPlace): boolean {
  return !/\.\s*$/.test(before.slice(Math.max(0, place.before - 80), place.before));
}

const STAR_IMPORT = /\bimport\s*\(?\s*\*/;

function isMovedModule({ path, range }: Location, tree: ChangedTree): boolean {
  const isStart = range.end.line === 0 && range.end.character === 0;
  return path !== null && isStart && tree.newPath(path) !== path;
}

/** The text at the definition is the very name, or it is a module. */
function isAnswer(
  { path, range }: Location,
  place: AskedPlace,
  file: ChangedFile,
  tree: ChangedTree,
): boolean {
  if (path === null) return !place.isBehindPath && !place.isPath;
  const home = tree.files.get(path);
  if (home === undefined || (range.end.line === 0 && range.end.character === 0)) return true;
  const [start, end] = [range.start, range.end].map((position) => home.linesBefore.offsetAt(position));
  const name = home.before.slice(start, end);
  return file.before.startsWith(name, place.before);
}

/** `*args`, `**kwargs`, or a parameter in front of the `/`. */
function isBeyondKeywords({ path, range }: Location, tree: ChangedTree): boolean {
  const home = path === null ? undefined : tree.files.get(path);
  if (home === undefined) return false;
  const at = home.linesBefore.offsetAt(range.start);
  return /\*/.test(home.before.slice(at - 1, at + 1)) || /^[^()]*,\s*\/\s*[,)]/.test(home.before.slice(at));
}

/** A declaration that bears a new name. */
function isRewritten({ path, range }: Location, tree: ChangedTree): boolean {
  const file = path === null ? undefined : tree.byNewPath.get(path);
  const at = file?.linesAfter.offsetAt(range.start);
  return file?.spans.some(({ newStart }) => newStart === at) === true;
}

function isMovedTo({ path }: Location, tree: ChangedTree): boolean {
  const file = path === null ? undefined : tree.byNewPath.get(path);
  return file !== undefined && file.path !== file.newPath;
}
