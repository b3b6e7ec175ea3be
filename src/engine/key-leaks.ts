import type { DeclaredFromCall } from "../python/declared-from-calls.ts";
import { declaredFromCalls } from "../python/declared-from-calls.ts";
import type { MappingSpread } from "../python/mapping-spreads.ts";
import { mappingSpreads } from "../python/mapping-spreads.ts";
import { wordOffsets } from "../python/words.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { residueAt } from "../residue/classify.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { HolderContext } from "./holder-type.ts";
import { holderType } from "./holder-type.ts";
import { illTypedFlow } from "./ill-typed-flow.ts";
import { placeAt } from "./place-at.ts";
import type { Location } from "./ports.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/** Where the keys of a TypedDict go on without its type. */
export interface KeyLeaks {
  /** They become the keywords of a call, or the names in a template. */
  readonly residue: readonly ResidueItem[];
  /**
   * The first place where they get into a dictionary of another type, or the other way round, for a person; null when there
   * is none.
   */
  firstMix(): Promise<string | null>;
  /** Variables that get a value from outside under the type, as `path:name`: what its keys are is not for the code to say. */
  readonly foreign: ReadonlySet<string>;
}

/** Looks for such places in every file that has the name, or the class's. */
export async function keyLeaks(
  target: ResolvedTarget,
  holders: HolderContext,
  scan: Scan,
): Promise<KeyLeaks> {
  const { session, grammar } = holders;
  const residue: ResidueItem[] = [];
  const foreign = new Set<string>();
  const classes = new Set(target.homes.map((home) => home.scope.name));
  let first: string | null = null;
  for (const file of scan.files.values()) {
    for (const from of declaredFromCalls(grammar, file.text, classes)) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      if (!from.isCast && !(await isFromOutside(from, file, holders))) continue;
      if (from.variable !== null) foreign.add(`${file.path}:${from.variable}`);
      residue.push(residueAt(from.start, file, "unresolved", FOREIGN));
    }
    for (const spread of mappingSpreads(grammar, file.text)) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const type = await holderType(file, spread.holder, holders);
      if (type !== "own" && type !== "mixed") continue;
      // A literal whose keys the server knows is a TypedDict again.
      const { keyAt } = spread;
      // oxlint-disable-next-line no-await-in-loop
      if (keyAt !== null && (await session.definition(file.path, keyAt)).length > 0) continue;
      if (spread.kind === "copy") {
        const { path, line } = placeAt(file, spread.start);
        first ??= `${path}:${line}`;
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop
      if (
        spread.kind === "keywords"
          ? await makesOwn(spread, file, classes, holders)
          : !mayName(spread, target.name)
      )
        continue;
      residue.push(residueAt(spread.start, file, "unresolved", DETAILS[spread.kind]));
    }
  }
  let mix: Promise<string | null> | null = null;
  const firstMix = () =>
    (mix ??= first === null ? firstIllTyped(classes, scan, session) : Promise.resolve(first));
  return { residue, foreign, firstMix };
}

async function firstIllTyped(
  classes: ReadonlySet<string>,
  scan: Scan,
  session: Session,
): Promise<string | null> {
  for (const file of scan.files.values()) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const line = await illTypedFlow(file, classes, session);
    if (line !== null) return `${file.path}:${line + 1}`;
  }
  return null;
}

const FOREIGN =
  "a value from outside gets the type here, and what its keys are called does not depend on the code";

/** These keep the type of what they get. */
const KEEPS_TYPE = /[\\/](?:builtins|copy|collections[\\/]__init__|functools|itertools|heapq|random)\.pyi$/;

/** What is called is none of the repository's, or nobody knows what it is. */
async function isFromOutside(
  { callee }: DeclaredFromCall,
  file: SourceFile,
  { session }: HolderContext,
): Promise<boolean> {
  if (callee === null) return true;
  const locations = await session.definition(file.path, callee);
  return locations.every((l) => l.path === null && !KEEPS_TYPE.test(l.absolutePath));
}

const DETAILS = {
  keywords: "the keys of the TypedDict become the keywords of this call",
  template: "the keys of the TypedDict become the names in this template",
} as const;

function mayName({ template }: MappingSpread, name: string): boolean {
  return template === null || wordOffsets(template, name).length > 0;
}

/** The function takes the keys as they are: `**options: Unpack[Row]`. */
async function unpacks(
  { path, range }: Location,
  names: ReadonlySet<string>,
  session: HolderContext["session"],
): Promise<boolean> {
  const file = path === null ? null : await session.load(path);
  if (file === null) return false;
  const at = file.lines.offsetAt(range.start);
  const [parameters = ""] = file.text.slice(at, at + LONGEST_SIGNATURE).split(/\)\s*(?:->|:)/);
  const name = /\*\*\w+\s*:\s*(?:\w+\.)*Unpack\[\s*["']?(?:\w+\.)*(\w+)/.exec(parameters)?.[1];
  return name !== undefined && names.has(name);
}

const LONGEST_SIGNATURE = 4000;

/** What is called is the TypedDict itself, or one below, or takes its keys as they are. */
async function makesOwn(
  { callee }: MappingSpread,
  file: SourceFile,
  names: ReadonlySet<string>,
  { session, graph, own }: HolderContext,
): Promise<boolean> {
  if (callee === null) return false;
  const locations = await session.definition(file.path, callee);
  for (const location of locations) {
    // oxlint-disable-next-line no-await-in-loop
    const place = await graph.classAt(location);
    // oxlint-disable-next-line no-await-in-loop
    if (place === null && (await unpacks(location, names, session))) continue;
    if (place === null) return false;
    const key = `${place.file.path}:${place.header.nameAt}`;
    // oxlint-disable-next-line no-await-in-loop
    const { keys } = await graph.ancestry(place);
    if (!own.has(key) && ![...own].some((k) => keys.has(k))) return false;
  }
  return locations.length > 0;
}
