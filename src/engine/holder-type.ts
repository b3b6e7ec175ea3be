import type { Grammar } from "../python/grammar.ts";
import type { Holder } from "../python/key-places.ts";
import { returnType } from "../python/return-type.ts";
import type { ClassGraph } from "./class-graph.ts";
import { classKey } from "./class-place.ts";
import type { Location } from "./ports.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * What the value in front of a key is, as the classes say that the server names for it.
 * - `own`: one of the given classes, or one below.
 * - `dict`: a dictionary without known keys, which a TypedDict can have got into.
 * - `other`: something else, which cannot be one of them.
 * - `mixed`: one of them, or something else.
 * - `unknown`: nothing is known, or what is known fits one of them as well, such as a Mapping.
 */
export type HolderType = "own" | "dict" | "other" | "mixed" | "unknown";

export interface HolderContext {
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly grammar: Grammar;
  /** The classes of the key, by `classKey`. */
  readonly own: ReadonlySet<string>;
  /** Their bases, whose values can be ones of the classes. */
  readonly above: ReadonlySet<string>;
}

/** Asks for the type of an expression in a scanned file. */
export async function holderType(
  file: SourceFile,
  { at, callee }: Pick<Holder, "at" | "callee">,
  context: HolderContext,
): Promise<HolderType> {
  const { session } = context;
  const asked = at === null ? null : session.position(file.path, at);
  const locations =
    asked === null
      ? await madeBy(file, callee, context)
      : await session.server.typeDefinition(file.path, asked);
  const kinds = new Set<HolderType>();
  for (const location of locations) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const kind = await ofLocation(location, context);
    if (kind !== null) kinds.add(kind);
  }
  if (kinds.size === 0) return "unknown";
  if (kinds.has("own")) return kinds.size === 1 ? "own" : "mixed";
  if (kinds.has("unknown")) return "unknown";
  return kinds.has("dict") ? "dict" : "other";
}

/** The class that a call makes an object of, or that the function is declared to return. */
async function madeBy(
  file: SourceFile,
  callee: number | null,
  { session, graph, grammar }: HolderContext,
): Promise<readonly Location[]> {
  if (callee === null) return [];
  const found: Location[] = [];
  for (const location of await session.definition(file.path, callee)) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const text = location.path === null ? null : await session.load(location.path);
    if (text === null) return [];
    // oxlint-disable-next-line no-await-in-loop
    if ((await graph.classAt(location)) !== null) {
      found.push(location);
      continue;
    }
    const type = returnType(grammar, text.text, text.lines.offsetAt(location.range.start));
    if (type === null) return [];
    // oxlint-disable-next-line no-await-in-loop
    const classes = await session.server.definition(text.path, text.lines.positionAt(type));
    if (classes.length === 0) return [];
    found.push(...classes);
  }
  return found;
}

/** null for a class that has no keys, as that of None. */
async function ofLocation(location: Location, context: HolderContext): Promise<HolderType | null> {
  const { session, graph, own, above } = context;
  if (location.path !== null) {
    const place = await graph.classAt(location);
    if (place === null) return "unknown";
    const { keys, baseNames, unknown } = await graph.ancestry(place);
    if (own.has(classKey(place)) || [...own].some((key) => keys.has(key))) return "own";
    if (unknown !== null || above.has(classKey(place))) return "unknown";
    if (["Protocol", "Mapping", "MutableMapping", "UserDict"].some((name) => baseNames.has(name)))
      return "unknown";
    return baseNames.has("dict") ? "dict" : "other";
  }
  const { start, end } = location.range;
  const line = { ...location, range: { start: { line: start.line, character: 0 }, end } };
  const name = /^\s*class\s+(\w+)$/.exec((await session.textAt(line)) ?? "")?.[1];
  if (name === "NoneType") return null;
  if (name === undefined || name === "object" || ABSTRACT.test(location.absolutePath)) return "unknown";
  return DICTIONARIES.has(name) ? "dict" : "other";
}

/** What these define, a TypedDict can be as well. */
const ABSTRACT =
  /[\\/](?:typing|typing_extensions|_collections_abc|_typeshed|abc|types)(?:[\\/]__init__)?\.pyi$/;
const DICTIONARIES: ReadonlySet<string> = new Set([
  "dict",
  "OrderedDict",
  "defaultdict",
  "Counter",
  "ChainMap",
  "UserDict",
]);
