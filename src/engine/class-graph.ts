import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import type { ModuleReading } from "../python/reading.ts";
import type { Scope } from "../python/scope.ts";
import { classScopes } from "../python/scope.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey } from "./class-place.ts";
import type { DescendantSearch } from "./descendants.ts";
import { descendantSearch } from "./descendants.ts";
import type { ImportName } from "./import-name.ts";
import { importName } from "./import-name.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { ClassProbe, ProbedNames } from "./probe.ts";
import { probeClass } from "./probe.ts";
import type { Location } from "./ports.ts";
import { importedPath } from "./receiver.ts";
import type { LoadedText, Session } from "./session.ts";

/** What is known of the bases of a class, all the way up. */
export interface Ancestry {
  /** The classes of the repository among them, by `classKey`. */
  readonly keys: ReadonlySet<string>;
  /** A base that could not be resolved, as written; it may be any class of the repository. */
  readonly unknown: string | null;
  /** The last names of all bases that were met, such as `Protocol` or `TypedDict`. */
  readonly baseNames: ReadonlySet<string>;
  /** The bases that are defined outside the repository, as written; those that have no members to speak of are left out. */
  readonly outside: ReadonlySet<string>;
  /** Some of those are not known to the server either: their library is not installed. */
  readonly opaque: boolean;
}

/** Inheritance as the server sees it: each base expression is asked about, upwards, and each reference, downwards. */
export interface ClassGraph {
  ancestry(place: ClassPlace): Promise<Ancestry>;
  readonly descendants: DescendantSearch;
  /** The dotted name by which the server finds a file; null when no import reaches it. */
  readonly importName: ImportName;
  /**
   * Where a class has names, and what its bases have; null when it cannot be asked about: it stands in a function, or in a
   * file that no import reaches. `dotted` is how the file calls it.
   */
  probe(path: string, dotted: string, names: ProbedNames): Promise<ClassProbe | null>;
  /** The class whose name stands at a location; null when it is none of the repository's. */
  classAt(location: Location): Promise<ClassPlace | null>;
}

/** The classes that define a name, in their body or by a store through the first parameter of a method. */
export function classesDefining(
  reading: ModuleReading,
  file: LoadedText,
  name: string,
): readonly ClassPlace[] {
  const scopes = new Set<Scope>();
  for (const token of reading.tokens) {
    if (token.name !== name) continue;
    if (token.kind === "name" && token.binding !== null && token.scope.kind === "class")
      scopes.add(token.scope);
    if (token.kind === "attribute" && token.store && token.selfClass !== null) scopes.add(token.selfClass);
  }
  return [...scopes].flatMap((scope) =>
    scope.header === null ? [] : [{ file, scope, header: scope.header }],
  );
}

/** How many assignments `A = B` are followed from a name to its class. */
const MOST_ALIASES = 5;

/** Where the last name stands of what a name is assigned to, when that is only names and dots: `Base` in `Root = m.Base`. */
function aliasedAt(file: LoadedText, nameEnd: number): number | null {
  const match =
    /^[ \t]*=[ \t]*((?:[\p{XID_Continue}]+\.)*)[\p{XID_Continue}]+[ \t]*(?:#.*)?(?:[\r\n]|$)/u.exec(
      file.text.slice(nameEnd, nameEnd + 300),
    );
  if (match === null) return null;
  return (
    nameEnd +
    match[0].indexOf("=") +
    1 +
    (/^[ \t]*/.exec(match[0].slice(match[0].indexOf("=") + 1))?.[0].length ?? 0) +
    (match[1]?.length ?? 0)
  );
}

/** Base expressions that make a class of their own, which is none of the repository's. */
const MAKES_OWN_CLASS = /^(\w+\.)*(namedtuple|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag)\s*\(/;

/** Library bases that bring no public members. */
const WITHOUT_MEMBERS = /^(?:(?:typing|abc|typing_extensions|te|t)\.)?(?:object|ABC|Generic|Protocol)\b/;

export function classGraph(session: Session, grammar: Grammar, tree: ModuleTree): ClassGraph {
  const isExternal = (module: string): boolean => !tree.hasTopLevel(module);
  const moduleName = importName(session.server, tree);
  const walked = new Map<string, Promise<Ancestry>>();

  const read = new Map<string, readonly ClassPlace[]>();

  const classesOf = (file: LoadedText): readonly ClassPlace[] => {
    const known = read.get(file.path) ?? classesIn(file, grammar);
    read.set(file.path, known);
    return known;
  };

  const classAt = async (location: Location, hops = MOST_ALIASES): Promise<ClassPlace | null> => {
    const file = location.path === null ? null : await session.load(location.path);
    if (file === null) return null;
    const start = file.lines.offsetAt(location.range.start);
    const end = file.lines.offsetAt(location.range.end);
    const found = classesOf(file).find((place) => place.header.nameAt === start) ?? null;
    const alias = aliasedAt(file, end);
    if (found !== null || alias === null || hops === 0) return found;
    const [next] = await session.server.definition(file.path, file.lines.positionAt(alias));
    return next === undefined ? null : classAt(next, hops - 1);
  };

  // Only what is finished is used again: two walks that wait for each other would never end.
  const finished = new Map<string, Ancestry>();

  const walk = async (place: ClassPlace, below: ReadonlySet<string>): Promise<Ancestry> => {
    const keys = new Set<string>();
    const baseNames = new Set<string>();
    const outside = new Set<string>();
    let opaque = false;
    let unknown: string | null = null;
    const key = classKey(place);
    const known = finished.get(key);
    if (known !== undefined) return known;
    if (below.has(key)) return { keys, baseNames, outside, opaque, unknown };
    for (const base of place.header.bases) {
      if (base.at === null || base.dotted === null) {
        if (MAKES_OWN_CLASS.test(base.text)) outside.add(base.text);
        else unknown ??= base.text;
        continue;
      }
      baseNames.add(base.dotted.slice(base.dotted.lastIndexOf(".") + 1));
      const position = place.file.lines.positionAt(base.at);
      // oxlint-disable-next-line no-await-in-loop -- a chain: each answer says where to go on
      const locations = await session.server.definition(place.file.path, position);
      // Under an alias the class has another name here than where it comes from.
      const start = base.at + base.dotted.slice(base.dotted.lastIndexOf(".") + 1).length - base.dotted.length;
      const written = { text: base.dotted.replace(/\s/g, ""), start };
      const path = importedPath(place.file.text, written, grammar);
      if (path !== null) baseNames.add(path.slice(path.lastIndexOf(".") + 1));
      if (locations.length === 0 && (path === null || !isExternal(path.split(".")[0] ?? "")))
        unknown ??= base.text;
      if (locations.length === 0) {
        outside.add(base.text);
        opaque = true;
      }
      for (const location of locations) {
        // A file outside the repository cannot derive from a class of it.
        // oxlint-disable-next-line no-await-in-loop
        if (location.path === null || (await session.load(location.path)) === null) {
          if (!WITHOUT_MEMBERS.test(base.text)) outside.add(base.text);
          continue;
        }
        // oxlint-disable-next-line no-await-in-loop
        const above = await classAt(location);
        if (above === null) {
          unknown ??= base.text;
          continue;
        }
        keys.add(classKey(above));
        // oxlint-disable-next-line no-await-in-loop
        const further = await walk(above, new Set([...below, key]));
        for (const k of further.keys) keys.add(k);
        for (const n of further.baseNames) baseNames.add(n);
        for (const n of further.outside) outside.add(n);
        opaque ||= further.opaque;
        unknown ??= further.unknown;
      }
    }
    const ancestry = { keys, baseNames, outside, opaque, unknown };
    if (below.size === 0) finished.set(key, ancestry);
    return ancestry;
  };

  return {
    classAt: (location) => classAt(location),
    descendants: descendantSearch(session, grammar),
    importName: moduleName,
    async probe(path, dotted, names) {
      const module = await moduleName(path);
      return module === null ? null : probeClass(session.server, module, dotted, names);
    },
    ancestry(place) {
      const key = classKey(place);
      const found = walked.get(key) ?? walk(place, new Set());
      walked.set(key, found);
      return found;
    },
  };
}

function classesIn(file: LoadedText, grammar: Grammar): readonly ClassPlace[] {
  // Only what holds one of the words is read.
  const { module } = readModule(grammar, file.text, new Set(["class"]));
  return classScopes(module).flatMap((scope) =>
    scope.header === null ? [] : [{ file, scope, header: scope.header }],
  );
}
