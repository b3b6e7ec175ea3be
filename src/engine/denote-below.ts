import { isLocal } from "../python/scope.ts";
import type { AttributeToken } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey, className } from "./class-place.ts";
import type { Denotations } from "./denote.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { isPartlyUnknown } from "./is-partly-unknown.ts";
import { isDeclaration } from "./judge.ts";
import type { Location } from "./ports.ts";
import { redenote } from "./redenote.ts";
import { sourceTwin } from "./source-twin.ts";
import type { SourceFile } from "./source-file.ts";

export type BelowContext = Pick<FamilyContext, "session" | "graph" | "scan" | "tree">;

/**
 * `x.name` where the class of x is known and has no such member, nor a base of it: a class below has to bring it, as with
 * a mixin's `self` and with an object that is known by its base alone; or a stub tells less than its source. The server
 * looks at neither.
 */
export async function denoteBelow(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: BelowContext,
): Promise<Map<SourceFile, Denotations>> {
  if (!target.member) return new Map(denoted);
  const meanings = new Map<string, Promise<Denotation | null>>();
  const meaningOf = (place: ClassPlace): Promise<Denotation | null> => {
    const key = classKey(place);
    const meaning = meanings.get(key) ?? meaningBelow(place, target, context);
    meanings.set(key, meaning);
    return meaning;
  };
  return redenote(denoted, async (token, { untyped }, file) => {
    if (token.kind !== "attribute" || untyped !== true) return null;
    const classes = await classesOf(token, file, context);
    return agreed(await Promise.all(classes.map(meaningOf)));
  });
}

/** The classes of the repository that the object in front of the dot can be of, or itself is; empty when that is not known. */
async function classesOf(
  token: AttributeToken,
  file: SourceFile,
  { session, graph }: BelowContext,
): Promise<readonly ClassPlace[]> {
  const { selfClass, receiver } = token;
  if (selfClass !== null) {
    const { header } = selfClass;
    return header === null || token.store ? [] : [{ file, scope: selfClass, header }];
  }
  if (receiver === null) return [];
  const last = file.text.slice(0, token.start).replace(/\s*\.\s*$/u, "");
  const at = last.length - (/[\p{XID_Continue}]+$/u.exec(last)?.[0].length ?? 0);
  const position = file.lines.positionAt(at);
  const types = await session.server.typeDefinition(file.path, position);
  // The types that the server goes to are those it knows; what else the object can be, only its text says.
  const shown = types.length === 0 ? "" : await session.server.hover(file.path, position);
  if (isPartlyUnknown(shown)) return [];
  const places = await Promise.all(types.map((location) => graph.classAt(location)));
  return places.every((place) => place !== null) ? places : [];
}

function agreed(meanings: readonly (Denotation | null)[]): Denotation | null {
  const [first] = meanings;
  if (first === undefined || first === null) return null;
  if (meanings.every((meaning) => meaning?.kind === first.kind)) return first;
  return null;
}

async function meaningBelow(
  place: ClassPlace,
  target: ResolvedTarget,
  { session, graph, scan, tree }: BelowContext,
): Promise<Denotation | null> {
  const { unknown: above } = await graph.ancestry(place);
  if (above !== null) return null;
  const twin = sourceTwin(place, target.name, scan, tree);
  if (twin !== null) {
    return target.homes.some(
      (h) => h.path === twin.file.path && h.scope.header?.nameAt === twin.header.nameAt,
    )
      ? { kind: "family", detail: "a stub leaves it out of the class, and the source has it", byText: true }
      : null;
  }
  const { classes, made } = await graph.descendants([place]);
  if (made.length > 0) return null;
  const found: Location[] = [];
  for (const heir of classes) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const { unknown } = await graph.ancestry(heir);
    if (unknown !== null || isLocal(heir.scope)) return null;
    const names = { inherited: [], present: [target.name, "__getattr__"] };
    // oxlint-disable-next-line no-await-in-loop
    const probe = await graph.probe(heir.file.path, className(heir), names);
    if (probe === null || !probe.basesKnown) return null;
    if ((probe.present.get("__getattr__") ?? []).length > 0) return null;
    found.push(...(probe.present.get(target.name) ?? []));
  }
  if (found.length === 0) return null;
  const isOurs = found.map((location) => isDeclaration(location, target, session));
  const name = className(place);
  if (isOurs.every(Boolean)) {
    return { kind: "family", detail: `classes below ${name} have the member, and no other`, byText: true };
  }
  if (isOurs.some(Boolean)) {
    return { kind: "mixed", detail: `some classes below ${name} have the member, others have another one` };
  }
  return { kind: "other", detail: `classes below ${name} have another member of this name` };
}
