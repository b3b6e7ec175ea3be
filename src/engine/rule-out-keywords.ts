import type { Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { AttributeWrites } from "./attribute-writes.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey } from "./class-place.ts";
import type { Denotations } from "./denote.ts";
import { ownClasses } from "./own-classes.ts";
import { redenote } from "./redenote.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface KeywordContext {
  readonly scan: Scan;
  readonly graph: ClassGraph;
  readonly session: Session;
  /** Read when it is first asked for. */
  readonly writes: () => Promise<AttributeWrites>;
}

/**
 * A keyword argument names a parameter. It names a member only where a constructor is made from the members of the class,
 * or where what takes it stores keywords as attributes under their own names.
 */
export async function ruleOutKeywords(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  { scan, graph, session, writes }: KeywordContext,
): Promise<Map<SourceFile, Denotations>> {
  const result = new Map(denoted);
  const hasOpen = [...denoted].some(([file, denotations]) =>
    [...denotations].some(([token, denotation]) => isOpen(token, denotation, file)),
  );
  if (!target.member || !hasOpen) return result;
  const named = await redenote(denoted, (token, denotation, file) =>
    Promise.resolve(
      isOpen(token, denotation, file) && namesParameter(token, file) ? A_PARAMETER_OF_A_TEST : null,
    ),
  );
  const own = ownClasses(target, scan);
  const related = new Map(own.map((place) => [classKey(place), place]));
  for (const place of own) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    if (!(await isPlain(place, graph))) return named;
    // oxlint-disable-next-line no-await-in-loop
    const { classes } = await graph.descendants([place]);
    for (const below of classes) related.set(classKey(below), below);
  }
  const { onAny, onSelf } = await writes();
  const writing = new Set([...onAny, ...onSelf]);
  for (const place of related.values()) {
    // oxlint-disable-next-line no-await-in-loop
    const { keys } = await graph.ancestry(place);
    const paths = [place.file.path, ...[...keys].map((key) => key.slice(0, key.lastIndexOf(":")))];
    if (paths.some((path) => onSelf.has(path))) return named;
  }
  return redenote(named, async (token, denotation, file) => {
    if (!isOpen(token, denotation, file)) return null;
    return (await isDropped(token, file, target, { session, writing })) ? A_PARAMETER : null;
  });
}

/** The server knows the `**parameter` that takes the keyword, and neither is it passed on nor are attributes made of it. */
async function isDropped(
  token: Token,
  file: SourceFile,
  target: ResolvedTarget,
  { session, writing }: { readonly session: Session; readonly writing: ReadonlySet<string> },
): Promise<boolean> {
  const locations = await session.definition(file.path, token.start);
  for (const location of locations) {
    if (location.path === null) {
      if (KEEPS_KEYWORDS.test(location.absolutePath)) return false;
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const taker = await session.load(location.path);
    if (taker === null || writing.has(location.path)) return false;
    // What is handed on as a function of that name is seldom made a method of an object.
    if (target.kind === "method") continue;
    // The server goes to the function, or to its parameter.
    const at = taker.lines.offsetAt(location.range.start);
    const from = taker.text.startsWith("**", at - 2) ? at - 2 : at;
    const [signature = ""] = taker.text.slice(from).split(/\)\s*(?:->[^:]*)?:/, 1);
    const name = /\*\*\s*([\p{XID_Continue}]+)/u.exec(signature)?.[1];
    // Anywhere else in its file the same stars may pass it on.
    if (name === undefined || taker.text.split(new RegExp(`\\*\\*\\s*${name}\\b`, "u")).length > 2)
      return false;
  }
  return locations.length > 0;
}

/** Parts of the standard library whose functions keep what they are told by keyword. */
const KEEPS_KEYWORDS =
  /\/(?:mock|types|argparse|functools|dataclasses|copy|collections\/__init__|enum|ctypes\/.*)\.pyi$/;

const A_PARAMETER: Denotation = {
  kind: "other",
  detail:
    "a keyword argument; no constructor is made from the members of the class, and none stores keywords",
};

/** `@given(name=…)` of Hypothesis passes by keyword to the function below (its documentation, "Test functions"). */
function namesParameter(token: Token, file: SourceFile): boolean {
  if (
    token.kind !== "keyword" ||
    token.call === null ||
    !/^(?:hypothesis\.)?(?:given|example)$/.test(token.call.text)
  )
    return false;
  return /\bhypothesis\b/.test(file.text) && /@\s*$/.test(file.text.slice(0, token.call.start));
}

const A_PARAMETER_OF_A_TEST: Denotation = {
  kind: "other",
  detail: "a keyword of a Hypothesis decorator, which names a parameter of the test",
};

/** Makers of objects that have what they are told by keyword. */
const MAKES_ATTRIBUTES =
  /(?:Namespace|[Mm]ock|\btype|patch(?:\.object|\.multiple)?|evolve|replace)\s*\([^()]*$/;

function isOpen(token: Token, { kind }: Denotation, file: SourceFile): boolean {
  if (token.kind !== "keyword" || kind !== "unknown" || token.assignedTo !== null) return false;
  return !MAKES_ATTRIBUTES.test(file.text.slice(Math.max(0, token.start - 300), token.start));
}

/** Decorators that make no constructor. */
const HARMLESS =
  /^(?:functools\.)?(?:total_ordering)$|^(?:typing\.|typing_extensions\.)?(?:final|runtime_checkable)$/;

/** Bases that make a constructor from what the class declares. */
const MAKES_CONSTRUCTOR =
  /^(?:NamedTuple|TypedDict|Structure|Union|BigEndianStructure|LittleEndianStructure|BaseModel|Struct)$/;

async function isPlain(place: ClassPlace, graph: ClassGraph): Promise<boolean> {
  const { header } = place;
  const { unknown, opaque, baseNames } = await graph.ancestry(place);
  return (
    unknown === null &&
    !opaque &&
    header.keywords.length === 0 &&
    header.decorators.every((d) => HARMLESS.test(d)) &&
    ![...baseNames].some((name) => MAKES_CONSTRUCTOR.test(name))
  );
}
