import type { Grammar } from "../python/grammar.ts";
import type { NamedCall } from "../python/name-uses.ts";
import { nameUses } from "../python/name-uses.ts";
import type { FunctionHeading } from "../python/read-functions.ts";
import { isLocal } from "../python/scope.ts";
import { mayStand } from "../python/words.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey, className } from "./class-place.ts";
import { isProof } from "./judge.ts";
import type { Location } from "./ports.ts";
import type { LoadedText, Session } from "./session.ts";

export interface CallContext {
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly grammar: Grammar;
  /** All Python files. */
  readonly python: readonly string[];
  readonly functionsOf: (path: string) => Promise<readonly FunctionHeading[]>;
}

/** A call that may be one of the function. */
export interface CallSite extends NamedCall {
  readonly file: LoadedText;
  /** What is called by: the function's name, or a class's. */
  readonly name: string;
  /** The server knows that it is. */
  readonly isSure: boolean;
}

const MOST_SITES = 60;

/** All calls of a function; null when it may be called where no text calls it by its name, or too often. */
export function callsOf(
  file: LoadedText,
  heading: FunctionHeading,
  context: CallContext,
): Promise<readonly CallSite[] | null> {
  const isPlain = heading.decorators.every((d) => /^(?:\w+\.)?(?:static|class|abstract)method$/.test(d));
  if (!isPlain) return Promise.resolve(null);
  if (heading.name === "__init__") return constructions(file, heading, context);
  return /^__\w+__$/.test(heading.name) ? Promise.resolve(null) : callsByName(file, heading, context);
}

async function callsByName(
  file: LoadedText,
  heading: FunctionHeading,
  context: CallContext,
): Promise<readonly CallSite[] | null> {
  const { name, classNameAt } = heading;
  const functions = await context.functionsOf(file.path);
  if (functions.filter((f) => f.name === name && f.classNameAt === classNameAt).length > 1) return null;
  const related = await relatedClasses(file, heading, context);
  if (related === null) return null;
  return sitesOf(name, "function", context, async (target, offset) => {
    if (target.path === file.path && offset === heading.nameAt) return true;
    const other = (await context.functionsOf(target.path)).find((f) => f.nameAt === offset);
    return other !== undefined && related.has(`${target.path}:${other.classNameAt}`);
  });
}

/** Calls of a class, of those below that have its constructor, and of the constructor itself. */
async function constructions(
  file: LoadedText,
  heading: FunctionHeading,
  context: CallContext,
): Promise<readonly CallSite[] | null> {
  const { graph, grammar } = context;
  const place = heading.classNameAt === null ? null : await classAt(file, heading.classNameAt, graph);
  if (place === null || isLocal(place.scope)) return null;
  const { unknown } = await graph.ancestry(place);
  const { classes, made } = await graph.descendants([place]);
  const all = [place, ...classes];
  if (unknown !== null || made.length > 0 || all.some(isHandedOn)) return null;
  const sites: CallSite[] = [];
  for (const own of all) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const functions = await context.functionsOf(own.file.path);
    const constructs = functions.some((f) => f.name === "__init__" && f.classNameAt === own.header.nameAt);
    if (constructs && own !== place) continue;
    // oxlint-disable-next-line no-await-in-loop
    const found = await sitesOf(own.scope.name, "class", context, (target, offset) =>
      Promise.resolve(target.path === own.file.path && offset === own.header.nameAt),
    );
    if (found === null) return null;
    sites.push(...found);
  }
  for (const related of new Set(all.map((c) => c.file))) {
    // `type(self)(…)` may make any of them.
    if (/\btype\([^()]*\)\s*\(/.test(related.text)) return null;
    for (const name of ["cls", "__class__"]) {
      if (!mayStand(related.text, name)) continue;
      const uses = nameUses(grammar, related.text, name);
      if (uses.values.some((v) => !v.makesNothing)) return null;
      sites.push(...uses.calls.map((call) => ({ ...call, name, file: related, isSure: false })));
    }
  }
  const explicit = await sitesOf("__init__", "function", context, (target, offset) =>
    Promise.resolve(target.path === file.path && offset === heading.nameAt),
  );
  return explicit === null ? null : [...sites, ...explicit];
}

/** A decorator or a metaclass gets the class, and may call it. */
function isHandedOn({ file, header }: ClassPlace): boolean {
  const before = file.text.slice(0, header.nameAt).replace(/\bclass\s+$/, "");
  const behind = /^[^:]*/.exec(file.text.slice(header.nameAt))?.[0] ?? "";
  return /(?:^|\n)[ \t]*(?:@[^\n]*|\))[ \t]*\n\s*$/.test(before) || behind.includes("metaclass");
}

async function sitesOf(
  name: string,
  kind: "function" | "class",
  { session, grammar, python }: CallContext,
  isAt: (file: LoadedText, offset: number) => Promise<boolean>,
): Promise<readonly CallSite[] | null> {
  const isOurs = async (location: Location): Promise<boolean> => {
    const target = location.path === null ? null : await session.load(location.path);
    return target !== null && isAt(target, target.lines.offsetAt(location.range.start));
  };
  const sites: CallSite[] = [];
  for (const path of python) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const file = await session.load(path);
    if (file === null || !mayStand(file.text, name)) continue;
    const uses = nameUses(grammar, file.text, name);
    if (uses.isString) return null;
    for (const { at, makesNothing } of uses.values) {
      if (kind === "class" && makesNothing) continue;
      // oxlint-disable-next-line no-await-in-loop
      const locations = await session.server.definition(path, file.lines.positionAt(at));
      // oxlint-disable-next-line no-await-in-loop
      if (locations.length === 0 || (await some(locations, isOurs))) return null;
    }
    for (const call of uses.calls) {
      // oxlint-disable-next-line no-await-in-loop
      const locations = await session.server.definition(path, file.lines.positionAt(call.at));
      // oxlint-disable-next-line no-await-in-loop
      const isSure = await some(locations, isOurs);
      // oxlint-disable-next-line no-await-in-loop
      if (locations.length > 0 && !isSure && (await areProofs(locations, name, session))) continue;
      sites.push({ ...call, name, file, isSure });
      if (sites.length > MOST_SITES) return null;
    }
  }
  return sites;
}

async function areProofs(locations: readonly Location[], name: string, session: Session): Promise<boolean> {
  return (await Promise.all(locations.map((l) => isProof(l, name, session)))).every(Boolean);
}

async function some(locations: readonly Location[], is: (l: Location) => Promise<boolean>): Promise<boolean> {
  for (const location of locations) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first
    if (await is(location)) return true;
  }
  return false;
}

/**
 * Classes by whose members the method may be called, by `classKey`: its own and those above; empty for a function. Null when
 * one above may lie outside the repository and call it there.
 */
async function relatedClasses(
  file: LoadedText,
  { classNameAt, name }: FunctionHeading,
  { graph }: CallContext,
): Promise<ReadonlySet<string> | null> {
  if (classNameAt === null) return new Set();
  const place = await classAt(file, classNameAt, graph);
  if (place === null) return null;
  const { keys, unknown, opaque, outside } = await graph.ancestry(place);
  if (unknown !== null || opaque) return null;
  if (outside.size > 0) {
    const probe = await graph.probe(place.file.path, className(place), { inherited: [name], present: [] });
    if (probe === null || !probe.basesKnown) return null;
    if ((probe.inherited.get(name) ?? []).some((l) => l.path === null)) return null;
  }
  return new Set([classKey(place), ...keys]);
}

export function classAt(file: LoadedText, nameAt: number, graph: ClassGraph): Promise<ClassPlace | null> {
  const start = file.lines.positionAt(nameAt);
  return graph.classAt({ path: file.path, absolutePath: file.path, range: { start, end: start } });
}

export function isStatic({ decorators }: FunctionHeading): boolean {
  return decorators.some((d) => d.endsWith("staticmethod"));
}
