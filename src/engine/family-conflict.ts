import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { readModule } from "../python/read-module.ts";
import { qualifiedName } from "../python/scope.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import { isDeclaration } from "./judge.ts";
import type { Place } from "./place-at.ts";
import type { Location } from "./ports.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";

/** What the checks of one member's relatives look at. */
export interface FamilyContext {
  readonly target: ResolvedTarget;
  /** All targets of the plan: a family whose every member is renamed alike is whole. */
  readonly targets: readonly ResolvedTarget[];
  readonly session: Session;
  readonly scan: Scan;
  readonly graph: ClassGraph;
  readonly grammar: Grammar;
  readonly tree: ModuleTree;
  /** Members outside the repository that were met, as `Thread.run`. */
  readonly outside: Set<string>;
}

/** What to do about a relative of the same name that is not known to be one. */
export const WHOLE_FAMILY = "If they belong together, rename both in one plan.";

/** A conflict for a relative that the plan does not rename in the same way. */
export async function inFamily(
  context: FamilyContext,
  location: Location,
  verb: string,
): Promise<readonly Conflict[]> {
  const { target } = context;
  const { entry } = target.target;
  const line = location.range.start.line + 1;
  if (location.path === null) {
    const file = location.absolutePath.slice(location.absolutePath.lastIndexOf("/") + 1);
    const owner = await classAround(context, location);
    const member = owner === null ? `${target.name} (${file}:${line})` : `${owner}.${target.name}`;
    context.outside.add(member);
    const message =
      `${target.name} ${verb} ${owner === null ? "a member of a class" : member}, which is outside the repository ` +
      `(${file}:${line}), is called by that name there and cannot be renamed.`;
    return [conflict("family/outside", entry, message, declarationPlace(context))];
  }
  if (isRenamedAlike(context, location)) return [];
  const message = `${target.name} ${verb} the member at ${location.path}:${line}, and they have to change together. ${WHOLE_FAMILY}`;
  const column = location.range.start.character + 1;
  return [conflict("family/overrides", entry, message, { path: location.path, line, column })];
}

/** The class that a location outside the repository is in; null when it cannot be read. */
async function classAround(
  { target, session, grammar }: FamilyContext,
  location: Location,
): Promise<string | null> {
  const file = await session.loadAt(location);
  if (file === null) return null;
  const at = file.lines.offsetAt(location.range.start);
  const { tokens } = readModule(grammar, file.text, new Set([target.name]));
  const token = tokens.find((t) => t.start === at);
  const scope = token?.kind === "attribute" ? token.selfClass : token?.scope;
  return scope?.kind === "class" ? qualifiedName(scope) : null;
}

/** A conflict for a class that already has the new name, unless the plan renames that away. */
export function taken(context: FamilyContext, owner: string, location: Location): readonly Conflict[] {
  const { target } = context;
  const line = location.range.start.line + 1;
  if (isRenamedAway(context, location)) return [];
  const place =
    location.path === null
      ? declarationPlace(context)
      : { path: location.path, line, column: location.range.start.character + 1 };
  const where =
    location.path ??
    `${location.absolutePath.slice(location.absolutePath.lastIndexOf("/") + 1)} (outside the repository)`;
  const message = `${owner} already has an attribute ${target.newName}, from ${where}:${line}. Choose another name.`;
  return [conflict("name/member-taken", target.target.entry, message, place)];
}

function isRenamedAlike(context: FamilyContext, location: Location): boolean {
  const { target, targets } = context;
  return targets.some((t) => t.newName === target.newName && isDeclaration(location, t, context.session));
}

function isRenamedAway(context: FamilyContext, location: Location): boolean {
  return context.targets.some((t) => t.name !== t.newName && isDeclaration(location, t, context.session));
}

/** Where the member is declared first. */
export function declarationPlace({ target, session }: FamilyContext): Place {
  const home = target.homes[0];
  const start = home?.declarations[0]?.start ?? 0;
  const { line, character } = session.position(home?.path ?? "", start);
  return { path: home?.path ?? "", line: line + 1, column: character + 1 };
}
