import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { KeywordFlows, RestFunction } from "../python/keyword-flows.ts";
import { keywordFlows, mayPassDictionary } from "../python/keyword-flows.ts";
import type { Callee } from "../python/token.ts";
import { constructorOf } from "./class-constructors.ts";
import type { ClassGraph } from "./class-graph.ts";
import { keptAsValue } from "./kept-as-value.ts";
import { isForeign } from "./is-foreign.ts";
import { mentionsValue } from "./mentions-value.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import type { Location } from "./ports.ts";
import type { LoadedText, Session } from "./session.ts";

/** A place that can hand the parameter's name over without naming it in a call. */
export interface PassedName {
  readonly file: LoadedText;
  readonly start: number;
  readonly end: number;
  readonly detail: string;
}

/** How dictionaries get to the function as keyword arguments. */
export interface KeywordPassing {
  /** What the function at the location takes by `**kwargs` can get to the parameter's function. */
  reaches(location: Location): Promise<boolean>;
  /** Dictionaries whose keys the text does not spell, and keys that are the name. */
  places(): Promise<readonly PassedName[]>;
}

interface Flowing {
  readonly file: LoadedText;
  readonly flows: KeywordFlows;
}

export interface PassingContext {
  readonly session: Session;
  readonly grammar: Grammar;
  readonly graph: ClassGraph;
  readonly tree: ModuleTree;
  /** All Python files. */
  readonly python: readonly string[];
}

export function keywordPassing(
  name: string,
  owners: ParameterOwners,
  { session, grammar, graph, tree, python }: PassingContext,
): KeywordPassing {
  const read = new Map<string, Promise<Flowing | null>>();
  const reached = new Map<string, Promise<boolean>>();
  const mentions = mentionsValue(owners.valueNames);
  const kept = keptAsValue(owners, { session, grammar, python });

  const flowsOf = (path: string): Promise<Flowing | null> => {
    const known = read.get(path) ?? load(path);
    read.set(path, known);
    return known;
  };
  const load = async (path: string): Promise<Flowing | null> => {
    const file = await session.load(path);
    if (file === null || !mayPassDictionary(file.text)) return null;
    return { file, flows: keywordFlows(grammar, file.text) };
  };

  const restAt = async (location: Location): Promise<{ file: LoadedText; rest: RestFunction } | null> => {
    const found = location.path === null ? null : await flowsOf(location.path);
    const offset = found?.file.lines.offsetAt(location.range.start);
    const rest = found?.flows.rests.find((r) => r.nameAt === offset);
    return found === null || rest === undefined ? null : { file: found.file, rest };
  };

  /** Whether a call of the callee can be one of the function, or hands its keywords on to it. */
  const calls = async (callee: Callee, file: LoadedText, seen: Set<string>): Promise<boolean> => {
    if (mentions(file.text.slice(callee.argsStart, callee.argsEnd))) return true;
    if (callee.last === null) return kept.mayBe(callee);
    const locations = await session.server.definition(file.path, file.lines.positionAt(callee.last.at));
    if (locations.some((l) => owners.ownerAt(l) !== null || owners.isOwnClass(l))) return true;
    if (locations.length === 0 && isForeign(callee, file.text, grammar, tree)) return false;
    const defined = await Promise.all(locations.map((l) => isDefinition(l, session)));
    if (locations.length === 0 || defined.includes(false))
      return owners.names.has(callee.last.name) || kept.mayBe(callee);
    for (const location of locations) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      if ((await passesOn(location, seen)) || (await constructs(location, seen))) return true;
    }
    return false;
  };

  const passesOn = async (location: Location, seen: Set<string>): Promise<boolean> => {
    const found = await restAt(location);
    if (found === null) return false;
    const key = `${found.file.path}:${found.rest.nameAt}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const outermost = found.rest.within.at(-1);
    for (const callee of found.rest.passesTo) {
      // What a decorator gets is what it decorates.
      const isBare = callee.text === callee.last?.name && !owners.names.has(callee.text);
      // oxlint-disable-next-line no-await-in-loop
      if (isBare && outermost !== undefined && (await kept.isOtherDecorator(outermost))) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (await calls(callee, found.file, seen)) return true;
    }
    return false;
  };

  /** A class is called through a constructor, which the server does not name here. */
  const constructs = async (location: Location, seen: Set<string>): Promise<boolean> => {
    if (location.path === null) return false;
    const made = await constructorOf(location, owners.classKeys, graph, grammar);
    if (made === "owner") return true;
    // oxlint-disable-next-line no-await-in-loop
    for (const own of made) if (await passesOn(own, seen)) return true;
    return false;
  };

  const reaches = (location: Location): Promise<boolean> => {
    const key = `${location.absolutePath}:${location.range.start.line}:${location.range.start.character}`;
    const known = reached.get(key) ?? passesOn(location, new Set());
    reached.set(key, known);
    return known;
  };

  /** The last names of all that may hand keywords on to the function. */
  const reachingNames = (all: readonly Flowing[]): ReadonlySet<string> => {
    const names = new Set(owners.names);
    for (const { file } of all) for (const alias of aliasesOf(owners.valueNames, file.text)) names.add(alias);
    for (let before = 0; before < names.size;) {
      before = names.size;
      for (const { file, flows } of all) {
        for (const rest of flows.rests) {
          const passes = rest.passesTo.some(
            (c) =>
              (c.last !== null && names.has(c.last.name)) ||
              mentions(file.text.slice(c.argsStart, c.argsEnd)),
          );
          if (!passes) continue;
          names.add(/^__\w+__$/.test(rest.name) ? (rest.within[0] ?? "") : rest.name);
          for (const alias of aliasesOf(new Set([rest.name, ...rest.within]), file.text)) names.add(alias);
        }
      }
    }
    return names;
  };

  const locationOf = (file: LoadedText, at: number, end: number): Location => ({
    path: file.path,
    absolutePath: file.path,
    range: { start: file.lines.positionAt(at), end: file.lines.positionAt(end) },
  });

  const inFile = async (
    { file, flows }: Flowing,
    names: ReadonlySet<string>,
  ): Promise<readonly PassedName[]> => {
    const places: PassedName[] = [];
    for (const splat of flows.splats) {
      const keys = splat.keys?.filter((k) => k.name === name) ?? null;
      if (splat.passesRest || keys?.length === 0) continue;
      const named = splat.callee.last !== null && names.has(splat.callee.last.name);
      const given = mentions(file.text.slice(splat.callee.argsStart, splat.callee.argsEnd));
      const handed = given || mentions(splat.callee.text);
      if (splat.handedOver ? !handed : false) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (!splat.handedOver && !named && !given && !(await kept.mayBe(splat.callee))) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (!splat.handedOver && !(await calls(splat.callee, file, new Set()))) continue;
      const detail = named || handed ? OPEN : KEPT;
      const open = { file, start: splat.at, end: splat.at, detail };
      places.push(...(keys?.map(({ start, end }) => ({ file, start, end, detail: KEY })) ?? [open]));
    }
    for (const rest of flows.rests) {
      const keys = rest.reads.filter((k) => k.name === name);
      if (keys.length === 0) continue;
      const location = locationOf(file, rest.nameAt, rest.nameAt + rest.name.length);
      const isOwner = owners.ownerAt(location) !== null || rest.within.some((n) => owners.decorators.has(n));
      // oxlint-disable-next-line no-await-in-loop
      if (!isOwner && !(await reaches(location))) continue;
      places.push(...keys.map(({ start, end }) => ({ file, start, end, detail: KEY })));
    }
    return places;
  };

  return {
    reaches,
    async places() {
      if (!owners.byKeyword) return [];
      const places: PassedName[] = [];
      const all: Flowing[] = [];
      for (const path of python) {
        // oxlint-disable-next-line no-await-in-loop -- one file at a time
        const flowing = await flowsOf(path);
        if (flowing !== null) all.push(flowing);
      }
      const names = reachingNames(all);
      // oxlint-disable-next-line no-await-in-loop
      for (const flowing of all) places.push(...(await inFile(flowing, names)));
      return places;
    },
  };
}

const OPEN = "a call that passes the keys of a dictionary as keywords, which can be the parameter";
const KEPT =
  "a call that passes the keys of a dictionary as keywords to what is not known: the function is kept as a value, and may be what is called";
const KEY = "a key that is passed on to the parameter as a keyword";

/** `from m import f as g`, `g = m.f` */
function aliasesOf(names: ReadonlySet<string>, text: string): readonly string[] {
  const words = [...names].filter((n) => n !== "" && !n.startsWith("__") && text.includes(n)).join("|");
  if (words === "") return [];
  const imported = new RegExp(`\\b(?:${words})\\s+as\\s+(\\w+)`, "g");
  const assigned = new RegExp(
    `(?:^|\\n)[ \\t]*(\\w+)[ \\t]*=[ \\t]*(?:\\w+\\.)*(?:${words})[ \\t]*(?=\\r|\\n|$)`,
    "g",
  );
  return [...text.matchAll(imported), ...text.matchAll(assigned)].map((m) => m[1] ?? "");
}

/** A `def` or a `class` stands in front of the place. */
export async function isDefinition(location: Location, session: Session): Promise<boolean> {
  const { start } = location.range;
  const line = await session.textAt({
    ...location,
    range: { start: { line: start.line, character: 0 }, end: start },
  });
  return /(?:^|\s)(?:def|class)\s+$/.test(line ?? "");
}
