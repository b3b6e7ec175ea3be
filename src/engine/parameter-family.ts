import type { Conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import { callbackConflicts, libraryConflicts, shapeConflicts } from "./check-parameter-family.ts";
import { functionsAt, parameterHome } from "./parameter-homes.ts";
import type { ParameterContext } from "./parameter-context.ts";
import type { Definer } from "./method-definer.ts";
import { methodsOf } from "./method-definer.ts";
import { parameterRelatives } from "./parameter-relatives.ts";
import { takesKeyword } from "./takes-keyword.ts";
import type { FunctionPlace } from "./parameter-owners.ts";
import { classOf, isConstructor } from "./parameter-owners.ts";

export interface ParameterFamily {
  /** The target with the parameters of all overriding and overridden methods. */
  readonly target: ResolvedTarget;
  /** The functions that belong together, with the parameter or without it. */
  readonly functions: readonly FunctionPlace[];
  /** Constructors of related classes that have a parameter of the name and stay as they are. */
  readonly rivals: readonly FunctionPlace[];
  readonly conflicts: readonly Conflict[];
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
  // What no keyword can name may have another name in each method.
  if (!own.some((f) => takesKeyword(f.scope, target.name))) return alone;
  const names = new Set(own.map((f) => f.scope.name));
  if (isConstructor(first)) names.add("__init__").add("__new__");
  const related = await parameterRelatives(own, names, target, context);
  const mine = related.filter((d) => d.methods.some((scope) => own.some((f) => f.scope === scope)));
  const calledByLibrary = isConstructor(first) ? mine : related;
  const outside = await libraryConflicts(target, names, calledByLibrary, context);
  if (isConstructor(first)) {
    const rivals = related.filter((d) => !mine.includes(d)).flatMap(functionsOf);
    const paired = rivals.filter((r) => completes(r, mine));
    const all = [...own, ...paired];
    const rest = rivals.filter((r) => !paired.includes(r) && homeOf(r, target, context) !== null);
    return { target: withHomes(target, all, context), functions: all, rivals: rest, conflicts: outside };
  }
  const functions = unique([...own, ...related.flatMap(functionsOf)]);
  const extended = withHomes(target, functions, context);
  const shapes = await shapeConflicts(extended, names, related, context);
  const conflicts = [...outside, ...shapes, ...(await callbackConflicts(extended, names, related, context))];
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
