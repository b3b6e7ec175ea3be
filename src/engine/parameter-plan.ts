import type { Conflict } from "../model/conflict.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import { residueAt } from "../residue/classify.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { checkParameter } from "./check-parameter.ts";
import type { Denotations } from "./denote.ts";
import { keywordPassing } from "./keyword-passing.ts";
import { parameterByName } from "./parameter-by-name.ts";
import type { ParameterContext } from "./parameter-context.ts";
import type { ParameterFamily } from "./parameter-family.ts";
import { parameterFamily } from "./parameter-family.ts";
import { parameterOwners } from "./parameter-owners.ts";
import { placeAt } from "./place-at.ts";
import type { LoadedText } from "./session.ts";
import { readSignatures } from "./read-signatures.ts";
import { standIns } from "./stand-ins.ts";
import { settleKeywords } from "./settle-keywords.ts";
import type { SourceFile } from "./source-file.ts";

export interface ParameterPlan {
  /** The target with the parameters of all functions that belong together. */
  readonly target: ResolvedTarget;
  readonly conflicts: readonly Conflict[];
  /** What keywords mean, once the server has been asked about each. */
  settle(denoted: ReadonlyMap<SourceFile, Denotations>): Promise<Map<SourceFile, Denotations>>;
  /** The residue with the places by which the name gets to the parameter in another way. */
  doubted(residue: readonly ResidueItem[]): readonly ResidueItem[];
}

/** What a rename of a parameter looks at besides the places of its name. */
export async function parameterPlan(
  found: ResolvedTarget,
  context: ParameterContext,
): Promise<ParameterPlan> {
  const { scan, session } = context;
  const family = await parameterFamily(found, context);
  const { target } = family;
  const owners = parameterOwners(target, family.functions, scan, session);
  const passing = keywordPassing(target.name, owners, context);
  const byName = parameterByName(target, owners, context);
  const checked = await checkParameter(target, owners, byName, context);
  const places = [
    ...byName,
    ...(await standIns(target, owners, context)),
    ...(await readSignatures(owners, context)),
    ...(await passing.places()),
  ];
  return {
    target,
    conflicts: [...family.conflicts, ...checked],
    async settle(denoted) {
      const settled = await settleKeywords(denoted, { target, owners, passing, ...context });
      return doubtRivals(settled, family);
    },
    doubted: (residue) => withPlaces(residue, places, context),
  };
}

const RIVAL: Denotation = {
  kind: "mixed",
  detail: "a class below, or above, has a constructor of its own with a parameter of this name",
};

/** `cls(name=1)` calls the constructor of whatever class it is. */
function doubtRivals(
  denoted: Map<SourceFile, Denotations>,
  { rivals }: ParameterFamily,
): Map<SourceFile, Denotations> {
  if (rivals.length === 0) return denoted;
  for (const [file, denotations] of denoted) {
    const known = new Map<Token, Denotation>(denotations);
    for (const [token, { kind }] of denotations) {
      if (token.kind !== "keyword" || token.call === null) continue;
      const isAnyClass = /^cls$|^type\(|__class__$|^[a-z_]\w*$/.test(token.call.text);
      const named = /^super\(|\.__(?:init|new)__$/.test(token.call.text);
      if (isAnyClass && !named && kind !== "unknown" && calls(token.call.text, kind)) known.set(token, RIVAL);
    }
    denoted.set(file, known);
  }
  return denoted;
}

/** A keyword that is another symbol's is one of the rivals only where the class itself is not named. */
function calls(callee: string, kind: Denotation["kind"]): boolean {
  return kind === "family" || /^cls$|^type\(|__class__$/.test(callee);
}

/** The places instead of the residue at them, and besides it. */
function withPlaces(
  residue: readonly ResidueItem[],
  places: readonly {
    readonly file: LoadedText;
    readonly start: number;
    readonly end: number;
    readonly detail: string;
  }[],
  { scan }: ParameterContext,
): readonly ResidueItem[] {
  const items = new Map(residue.map((item) => [`${item.path}:${item.line}:${item.column}`, item]));
  for (const { file, start, end, detail } of places) {
    const tokens = scan.files.get(file.path)?.reading.tokens ?? [];
    const within = tokens.filter((t) => t.start >= start && t.end <= end && t.end > t.start);
    let covered = false;
    for (const token of within) {
      const { line, column } = placeAt(file, token.start);
      const key = `${file.path}:${line}:${column}`;
      const item = items.get(key);
      if (item === undefined) continue;
      covered = true;
      if (item.reason !== "unresolved") items.set(key, { ...item, reason: "unresolved", detail });
    }
    if (covered) continue;
    const item = residueAt(start, file, "unresolved", detail);
    items.set(`${item.path}:${item.line}:${item.column}`, item);
  }
  return [...items.values()];
}
