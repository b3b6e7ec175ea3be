import { wordOffsets } from "../python/words.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Location } from "./ports.ts";
import type { Session } from "./session.ts";

/** Whose definitions count as what. */
export interface JudgeContext {
  readonly target: ResolvedTarget;
  /** Entries that give another symbol of the same name the same new name. */
  readonly allies: readonly ResolvedTarget[];
  readonly session: Session;
}

/** Reads the server's answer as a proof; null when it proves nothing. */
export async function judge(
  locations: readonly Location[],
  { target, allies, session }: JudgeContext,
): Promise<Denotation | null> {
  if (locations.length === 0) return null;
  const inside = locations.filter((l) => isDeclaration(l, target, session));
  const outside = locations.filter((l) => !inside.includes(l));
  // A receiver of two types whose members are both renamed alike is rewritten for both.
  const allied = outside.every((l) => allies.some((ally) => isDeclaration(l, ally, session)));
  if (inside.length > 0 && allied) return { kind: "family", detail: "the server resolves it to the symbol" };
  const proved = await Promise.all(outside.map((l) => isProof(l, target.name, session)));
  const place = describe(outside[0]);
  if (inside.length > 0) return { kind: "mixed", detail: `it may be the symbol, and it may be ${place}` };
  if (proved.every(Boolean)) return { kind: "other", detail: `defined at ${place}` };
  // The server goes to the function around a place that it knows nothing of, so its answer is no more than none.
  return null;
}

/** The definition is where a target is declared. */
export function isDeclaration(location: Location, target: ResolvedTarget, session: Session): boolean {
  if (location.path === null || isModule(location)) return false;
  const offset = session.offset(location);
  const spans = (slot: { readonly start: number; readonly end: number }) => {
    // The server spans the literal, quotes and all.
    return offset !== null && offset <= slot.start && slot.start - offset <= 4;
  };
  return target.homes.some(
    (home) =>
      home.path === location.path &&
      (home.declarations.some((token) => token.start === offset) || home.slots.some(spans)),
  );
}

/**
 * The definition is a module, or the text at it is this very name. Two library definitions prove as much: `__getattr__`
 * of a library class (its objects are none of ours, but for mocks, which stand for ours), and `str.format`, whose
 * keywords fill templates.
 */
export async function isProof(location: Location, name: string, session: Session): Promise<boolean> {
  if (isModule(location)) return true;
  const text = (await session.textAt(location))?.normalize("NFKC");
  if (text === undefined) return false;
  // A parameter's range takes in its annotation and its default.
  if (text.startsWith(name) && wordOffsets(text, name)[0] === 0) return true;
  if (location.path !== null) return false;
  if (text === "__getattr__") return !/\bmock\.pyi$/.test(location.absolutePath);
  return text === "format" && /\bbuiltins\.pyi$/.test(location.absolutePath);
}

/** The server goes to the start of a file for a module, with an empty range. */
export function isModule({ range: { start, end } }: Location): boolean {
  return start.line === 0 && start.character === 0 && end.line === 0 && end.character === 0;
}

function describe(location: Location | undefined): string {
  if (location === undefined) return "somewhere else";
  const path = location.path ?? location.absolutePath.replace(/^.*\/(typeshed(?:-fallback)?\/)/, "$1");
  const outside = location.path === null && !path.startsWith("typeshed");
  return `${outside ? "a file outside the repository" : path}:${location.range.start.line + 1}`;
}
