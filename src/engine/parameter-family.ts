import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { classScopes } from "../python/scope.ts";
import type { Scope } from "../python/scope.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import type { Ancestry, ClassGraph, ClassPlace } from "./class-graph.ts";
import { classKey, className } from "./class-graph.ts";
import { descendants } from "./descendants.ts";
import { libraryParameter } from "./library-parameter.ts";
import { functionsAt, parameterHome } from "./parameter-homes.ts";
import type { FunctionPlace } from "./parameter-owners.ts";
import { classOf, isConstructor } from "./parameter-owners.ts";
import { placeAt } from "./place-at.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";

export interface ParameterFamily {
  /** The target with the parameters of all overriding and overridden methods. */
  readonly target: ResolvedTarget;
  /** The functions that belong together, with the parameter or without it. */
  readonly functions: readonly FunctionPlace[];
  /** Constructors of related classes that have a parameter of the name and stay as they are. */
  readonly rivals: readonly FunctionPlace[];
  readonly conflicts: readonly Conflict[];
}

export interface ParameterContext {
  readonly scan: Scan;
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
}

/** A class that defines methods of the name. */
interface Definer {
  readonly place: ClassPlace;
  readonly methods: readonly Scope[];
  readonly ancestry: Ancestry;
}

/** What has to have the parameter under the same name: what a call cannot tell apart. */
export async function parameterFamily(
  target: ResolvedTarget,
  context: ParameterContext,
): Promise<ParameterFamily> {
  const own = ownFunctions(target, context);
  const first = own[0]?.scope;
  const alone = { target, functions: own, rivals: [], conflicts: [] };
  if (first === undefined || classOf(first) === null || isMangled(first.name)) return alone;
  const isOwn = (scope: Scope) => own.some((f) => f.scope === scope);
  const definers = await definersOf(own, context);
  const mine = definers.filter((d) => d.methods.some(isOwn));
  const related = await relatedTo(mine, definers, context);
  const calledByLibrary = isConstructor(first) ? mine : related;
  const outside = await outsideConflicts(target, own, calledByLibrary, context);
  if (isConstructor(first)) {
    const rivals = related.filter((d) => !mine.includes(d)).flatMap(functionsOf);
    const paired = rivals.filter((r) => completes(r, mine, context));
    const all = [...own, ...paired];
    const rest = rivals.filter((r) => !paired.includes(r) && homeOf(r, target, context) !== null);
    return { target: withHomes(target, all, context), functions: all, rivals: rest, conflicts: outside };
  }
  const functions = unique([...own, ...related.flatMap(functionsOf)]);
  const extended = withHomes(target, functions, context);
  const conflicts = [...outside, ...shapeConflicts(extended, mine, definers, related, context)];
  return { target: extended, functions, rivals: [], conflicts };
}

/** Overloads, branches and the stub's twin, also those without the parameter. */
function ownFunctions(target: ResolvedTarget, { scan, tree }: ParameterContext): readonly FunctionPlace[] {
  const owner = target.target.name.split(".").slice(0, -1);
  const homes = target.homes.map((h) => h.path);
  const twins = homes.flatMap((path) => [path.replace(/\.pyi$/, ".py"), path.replace(/\.pyi?$/, ".pyi")]);
  const paths = new Set([...homes, ...twins, ...tree.filesOf(target.target.module).map((f) => f.path)]);
  const found = [...paths].flatMap((path) => {
    const file = scan.files.get(path);
    return file === undefined
      ? []
      : functionsAt(file.reading.module, owner).map((scope) => ({ path, scope }));
  });
  return unique([...target.homes.map(({ path, scope }) => ({ path, scope })), ...found]);
}

function unique(functions: readonly FunctionPlace[]): readonly FunctionPlace[] {
  return functions.filter((f, index) => functions.findIndex((g) => g.scope === f.scope) === index);
}

async function definersOf(
  own: readonly FunctionPlace[],
  { scan, graph }: ParameterContext,
): Promise<readonly Definer[]> {
  const names = new Set(own.map((f) => f.scope.name));
  if (own.some((f) => isConstructor(f.scope))) names.add("__init__").add("__new__");
  const definers: Definer[] = [];
  for (const file of scan.files.values()) {
    for (const scope of classScopes(file.reading.module)) {
      const methods = scope.children
        .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
        .filter((c) => c.kind === "function" && names.has(c.name));
      if (methods.length === 0 || scope.header === null) continue;
      const place = { file, scope, header: scope.header };
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      definers.push({ place, methods, ancestry: await graph.ancestry(place) });
    }
  }
  return definers;
}

/** Up, down, and over classes that inherit from two of them. */
async function relatedTo(
  mine: readonly Definer[],
  definers: readonly Definer[],
  { session, grammar, graph }: ParameterContext,
): Promise<readonly Definer[]> {
  const family = new Set(mine);
  const below = await descendants(
    mine.map((d) => d.place),
    session,
    grammar,
  );
  const joins = await Promise.all(below.classes.map((place) => graph.ancestry(place)));
  const touches = (a: Definer, b: Definer): boolean => {
    const keyA = classKey(a.place);
    const keyB = classKey(b.place);
    if (a.ancestry.keys.has(keyB) || b.ancestry.keys.has(keyA)) return true;
    return joins.some((j) => j.keys.has(keyA) && j.keys.has(keyB));
  };
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const d of definers) if ([...family].some((f) => touches(f, d))) family.add(d);
  }
  return [...family];
}

function functionsOf({ place, methods }: Definer): readonly FunctionPlace[] {
  return methods.map((scope) => ({ path: place.file.path, scope }));
}

/** The `__new__` of a class that has no `__init__` but ours, or the other way round: one call goes to both. */
function completes(rival: FunctionPlace, mine: readonly Definer[], { scan }: ParameterContext): boolean {
  const owner = classOf(rival.scope);
  const methods = (scope: Scope) =>
    new Set(scope.children.map((c) => c.name).filter((n) => /^__(?:init|new)__$/.test(n)));
  if (owner === null || scan.files.get(rival.path) === undefined || methods(owner).size > 1) return false;
  const other = rival.scope.name === "__init__" ? "__new__" : "__init__";
  return mine.some((d) => d.methods.some((m) => m.name === other));
}

function homeOf(
  { path, scope }: FunctionPlace,
  target: ResolvedTarget,
  { scan }: ParameterContext,
): Home | null {
  const file = scan.files.get(path);
  return file === undefined ? null : parameterHome(file, scope, target.name);
}

function withHomes(
  target: ResolvedTarget,
  functions: readonly FunctionPlace[],
  context: ParameterContext,
): ResolvedTarget {
  const more = functions
    .filter((f) => !target.homes.some((h) => h.scope === f.scope))
    .flatMap((f) => homeOf(f, target, context) ?? []);
  return { ...target, homes: [...target.homes, ...more] };
}

/** A library calls a method that it declares by the names that it declares. */
async function outsideConflicts(
  target: ResolvedTarget,
  own: readonly FunctionPlace[],
  mine: readonly Definer[],
  { session, tree, grammar }: ParameterContext,
): Promise<readonly Conflict[]> {
  const { entry } = target.target;
  const conflicts: Conflict[] = [];
  const names = [...new Set(own.map((f) => f.scope.name))];
  for (const { place } of mine) {
    // A class within a function cannot be asked about from outside.
    if (place.header.bases.length === 0 || isLocal(place.scope)) continue;
    const where = placeAt(place.file, place.header.nameAt);
    const asked = { session, grammar, module: tree.moduleOf(place.file.path), className: className(place) };
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const { basesKnown, declaring } = await libraryParameter(asked, names, target.name);
    const bases = place.header.bases.map((b) => b.text).join(", ");
    if (declaring !== null) {
      const message =
        `${className(place)} overrides ${names.join(" and ")} of a class outside the repository (${declaring}; bases: ${bases}), whose ` +
        `parameter is ${target.name} too: the library can pass it by that name.`;
      conflicts.push(conflict("family/outside", entry, message, where));
    } else if (!basesKnown) {
      const message =
        `A base of ${className(place)} (${bases}) cannot be resolved, so whether it passes ${target.name} to ` +
        `${names.join(" or ")} by name is unknown. Install the library, or name the folder that holds the base in source_roots.`;
      conflicts.push(conflict("family/unknown-base", entry, message, where));
    }
  }
  return conflicts;
}

function isLocal(scope: Scope): boolean {
  for (let s: Scope | null = scope; s !== null; s = s.parent) if (s.kind === "function") return true;
  return false;
}

/** Methods that can stand for one of the family without inheriting from it. */
function shapeConflicts(
  target: ResolvedTarget,
  mine: readonly Definer[],
  definers: readonly Definer[],
  related: readonly Definer[],
  context: ParameterContext,
): readonly Conflict[] {
  const isProtocol = (d: Definer) => d.ancestry.baseNames.has("Protocol");
  const conflicts: Conflict[] = [];
  for (const d of definers) {
    if (related.includes(d)) continue;
    if (!functionsOf(d).some((f) => homeOf(f, target, context) !== null)) continue;
    const where = placeAt(d.place.file, d.place.header.nameAt);
    const name = className(d.place);
    const method = d.methods[0]?.name ?? "";
    if (isProtocol(d) || mine.some(isProtocol)) {
      const message =
        `${name}.${method} has a parameter ${target.name} too, and one of the two classes is a Protocol: they can belong ` +
        "together by their shape alone. Rename both in one plan, and make one inherit from the other.";
      conflicts.push(conflict("family/protocol", target.target.entry, message, where));
    } else if (d.ancestry.unknown !== null) {
      const message =
        `${name}.${method} has a parameter ${target.name} too, and what its base ${d.ancestry.unknown} is cannot be ` +
        "resolved: it may belong to the same family.";
      conflicts.push(conflict("family/unknown-base", target.target.entry, message, where));
    }
  }
  return conflicts;
}
