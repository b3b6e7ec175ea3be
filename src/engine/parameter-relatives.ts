import type { Scope } from "../python/scope.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { classesDefining } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey } from "./class-place.ts";
import { joiningClasses } from "./joining-classes.ts";
import type { Definer } from "./method-definer.ts";
import { methodsOf } from "./method-definer.ts";
import type { ParameterContext } from "./parameter-context.ts";
import type { FunctionPlace } from "./parameter-owners.ts";
import { shapeMatches } from "./shape-matches.ts";

/** The classes whose methods of these names belong together. */
export async function parameterRelatives(
  own: readonly FunctionPlace[],
  names: ReadonlySet<string>,
  target: ResolvedTarget,
  context: ParameterContext,
): Promise<readonly Definer[]> {
  const ownScopes = new Set(own.map((f) => f.scope));
  const definers = definersOf(names, context);
  const mine = definers.filter((d) => d.methods.some((scope) => ownScopes.has(scope)));
  const concerned = definers.filter((d) => !mine.includes(d) && d.methods.some((m) => concerns(m, target)));
  if (concerned.length === 0) return mine;
  // A constructor is called for its own class: what is above and below it is enough to know.
  if (names.has("__init__")) return [...mine, ...(await inLine(mine, concerned, context))];
  return closure(mine, definers, names, context);
}

/** Up, down, over classes that inherit from two of them, and over the shape of a Protocol that the plan names. */
async function closure(
  mine: readonly Definer[],
  definers: readonly Definer[],
  names: ReadonlySet<string>,
  context: ParameterContext,
): Promise<readonly Definer[]> {
  const { graph } = context;
  const keysOf = async (place: ClassPlace) => (await graph.ancestry(place)).keys;
  const above = new Map<Definer, ReadonlySet<string>>();
  // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
  for (const d of definers) above.set(d, await keysOf(d.place));
  const joins: ReadonlySet<string>[] = [];
  // oxlint-disable-next-line no-await-in-loop
  for (const place of await joiningClasses(context)) joins.push(await keysOf(place));
  const touches = (a: Definer, b: Definer): boolean => {
    const [keyA, keyB] = [classKey(a.place), classKey(b.place)];
    if (above.get(a)?.has(keyB) === true || above.get(b)?.has(keyA) === true) return true;
    return joins.some((keys) => keys.has(keyA) && keys.has(keyB));
  };
  const shapes = new Set<string>();
  for (const { place } of mine) {
    for (const name of names) {
      // oxlint-disable-next-line no-await-in-loop
      for (const key of await shapeMatches(place, name, context)) shapes.add(key);
    }
  }
  const family = new Set([...mine, ...definers.filter((d) => shapes.has(classKey(d.place)))]);
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const d of definers) if ([...family].some((f) => touches(f, d))) family.add(d);
  }
  return [...family];
}

function definersOf(names: ReadonlySet<string>, { scan }: ParameterContext): readonly Definer[] {
  const places = [...scan.files.values()].flatMap((file) =>
    [...names].flatMap((name) => classesDefining(file.reading, file, name)),
  );
  const byKey = new Map(places.map((place) => [classKey(place), place]));
  return [...byKey.values()].map((place) => ({ place, methods: methodsOf(place.scope, names) }));
}

/** The method has the parameter, or could have it after the rename, or takes any keyword. */
function concerns({ signature }: Scope, { name, newName }: ResolvedTarget): boolean {
  return (
    signature !== null &&
    (signature.rest !== null || [name, newName].some((n) => signature.parameters.includes(n)))
  );
}

async function inLine(
  mine: readonly Definer[],
  others: readonly Definer[],
  { graph }: ParameterContext,
): Promise<readonly Definer[]> {
  const own = new Set(mine.map((d) => classKey(d.place)));
  const above = await Promise.all(mine.map(async (d) => (await graph.ancestry(d.place)).keys));
  const found: Definer[] = [];
  for (const other of others) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const { keys } = await graph.ancestry(other.place);
    if ([...own].some((key) => keys.has(key)) || above.some((a) => a.has(classKey(other.place))))
      found.push(other);
  }
  return found;
}
