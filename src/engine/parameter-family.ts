import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Scope } from "../python/scope.ts";
import { isLocal } from "../python/scope.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph, ClassPlace } from "./class-graph.ts";
import { classesDefining, classKey, className } from "./class-graph.ts";
import { homeIn } from "./home-in.ts";
import { libraryParameter } from "./library-parameter.ts";
import { mayFit } from "./may-fit.ts";
import { memberFamily } from "./member-family.ts";
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
  const names = new Set(own.map((f) => f.scope.name));
  if (isConstructor(first)) names.add("__init__").add("__new__");
  const related = await relatedTo(own, names, target, context);
  const mine = related.filter((d) => d.methods.some((scope) => own.some((f) => f.scope === scope)));
  const calledByLibrary = isConstructor(first) ? mine : related;
  const outside = await outsideConflicts(target, names, calledByLibrary, context);
  if (isConstructor(first)) {
    const rivals = related.filter((d) => !mine.includes(d)).flatMap(functionsOf);
    const paired = rivals.filter((r) => completes(r, mine));
    const all = [...own, ...paired];
    const rest = rivals.filter((r) => !paired.includes(r) && homeOf(r, target, context) !== null);
    return { target: withHomes(target, all, context), functions: all, rivals: rest, conflicts: outside };
  }
  const functions = unique([...own, ...related.flatMap(functionsOf)]);
  const extended = withHomes(target, functions, context);
  const conflicts = [...outside, ...(await shapeConflicts(extended, names, related, context))];
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

/** The classes whose methods of these names belong together. */
async function relatedTo(
  own: readonly FunctionPlace[],
  names: ReadonlySet<string>,
  target: ResolvedTarget,
  context: ParameterContext,
): Promise<readonly Definer[]> {
  const places = new Map<string, ClassPlace>();
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    for (const { place } of await memberFamily(asMember(target, name, own, context), context))
      places.set(classKey(place), place);
  }
  return [...places.values()].map((place) => ({ place, methods: methodsOf(place.scope, names) }));
}

/** The methods themselves as a target: what is related to them is related to their parameters. */
function asMember(
  { target }: ResolvedTarget,
  name: string,
  own: readonly FunctionPlace[],
  { scan }: ParameterContext,
): ResolvedTarget {
  const homes = own.flatMap(({ path, scope }) => {
    const file = scan.files.get(path);
    const owner = classOf(scope);
    return file === undefined || owner === null ? [] : [homeIn(file, owner, name)];
  });
  return { target, name, newName: name, kind: "method", member: true, homes };
}

function methodsOf(scope: Scope, names: ReadonlySet<string>): readonly Scope[] {
  return scope.children
    .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
    .filter((c) => c.kind === "function" && names.has(c.name));
}

function functionsOf({ place, methods }: Definer): readonly FunctionPlace[] {
  return methods.map((scope) => ({ path: place.file.path, scope }));
}

/** The `__new__` of a class that has no `__init__` but ours, or the other way round: one call goes to both. */
function completes(rival: FunctionPlace, mine: readonly Definer[]): boolean {
  const owner = classOf(rival.scope);
  if (owner === null || methodsOf(owner, CONSTRUCTORS).length > 1) return false;
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

const CONSTRUCTORS: ReadonlySet<string> = new Set(["__init__", "__new__"]);

/** A library calls a method that it declares by the names that it declares. */
async function outsideConflicts(
  target: ResolvedTarget,
  names: ReadonlySet<string>,
  definers: readonly Definer[],
  { session, tree, grammar, graph }: ParameterContext,
): Promise<readonly Conflict[]> {
  const { entry } = target.target;
  const methods = [...names].join(" or ");
  const conflicts: Conflict[] = [];
  for (const { place } of definers) {
    if (place.header.bases.length === 0) continue;
    const where = placeAt(place.file, place.header.nameAt);
    const bases = place.header.bases.map((b) => b.text).join(", ");
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const ancestry = await graph.ancestry(place);
    const module = tree.moduleOf(place.file.path);
    const found = isLocal(place.scope)
      ? { basesKnown: ancestry.unknown === null && ancestry.outside.size === 0, declaring: null }
      : // oxlint-disable-next-line no-await-in-loop
        await libraryParameter(
          { session, grammar, module, className: className(place) },
          [...names],
          target.name,
        );
    if (found.declaring !== null) {
      const message =
        `${className(place)} overrides a method of a class outside the repository (${found.declaring}; bases: ${bases}) ` +
        `whose parameter is ${target.name} too: the library can pass it by that name.`;
      conflicts.push(conflict("family/outside", entry, message, where));
    } else if (!found.basesKnown) {
      const message =
        `A base of ${className(place)} (${bases}) cannot be resolved, so whether it passes ${target.name} to ${methods} by ` +
        "name is unknown. Install the library, or name the folder that holds the base in source_roots.";
      conflicts.push(conflict("family/unknown-base", entry, message, where));
    }
  }
  return conflicts;
}

/** Methods that can stand for one of the family without inheriting from it. */
async function shapeConflicts(
  target: ResolvedTarget,
  names: ReadonlySet<string>,
  related: readonly Definer[],
  context: ParameterContext,
): Promise<readonly Conflict[]> {
  const { scan, graph } = context;
  const [method = ""] = names;
  const known = new Set(related.map((d) => classKey(d.place)));
  const places = [...scan.files.values()].flatMap((file) => classesDefining(file.reading, file, method));
  const conflicts: Conflict[] = [];
  for (const place of places) {
    const methods = methodsOf(place.scope, names);
    if (
      known.has(classKey(place)) ||
      !methods.some((scope) => scope.signature?.keywords.has(target.name) === true)
    )
      continue;
    const name = className(place);
    const where = placeAt(place.file, place.header.nameAt);
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    if (await fits(place, method, related, target, context)) {
      const message =
        `${name}.${method} has a parameter ${target.name} too, and one of the two classes is a Protocol that the other fits ` +
        `by its shape. Name the parameter of the Protocol's own ${method} in the plan.`;
      conflicts.push(conflict("family/protocol", target.target.entry, message, where));
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const { unknown } = await graph.ancestry(place);
    if (unknown === null) continue;
    const message =
      `${name}.${method} has a parameter ${target.name} too, and what its base ${unknown} is cannot be resolved: it may ` +
      "belong to the same family.";
    conflicts.push(conflict("family/unknown-base", target.target.entry, message, where));
  }
  return conflicts;
}

async function fits(
  place: ClassPlace,
  method: string,
  related: readonly Definer[],
  target: ResolvedTarget,
  context: ParameterContext,
): Promise<boolean> {
  const member = { ...target, name: method, newName: method, kind: "method", member: true } as const;
  const asked = { ...context, target: member, targets: [], outside: new Set<string>() };
  const isProtocol = async (p: ClassPlace) => (await context.graph.ancestry(p)).baseNames.has("Protocol");
  const isShape = await isProtocol(place);
  for (const { place: own } of related) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    if (
      isShape ? await mayFit(place, own, asked) : (await isProtocol(own)) && (await mayFit(own, place, asked))
    )
      return true;
  }
  return false;
}
