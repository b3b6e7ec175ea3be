import type { AttributeToken } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey, className } from "./class-place.ts";
import type { Denotations } from "./denote.ts";
import type { Location } from "./ports.ts";
import { redenote } from "./redenote.ts";
import type { LoadedText, Session } from "./session.ts";
import { alternatives, shownType } from "./shown-type.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * `x.name` where the server knows some of what x can be, and nothing of the rest (a parameter that is given another value on one
 * path, a class that answers any name): it goes to the members of the classes that have them, which proves nothing for the others.
 */
export async function doubtPartlyKnown(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  { session, graph }: { readonly session: Session; readonly graph: ClassGraph },
): Promise<Map<SourceFile, Denotations>> {
  if (!target.member) return new Map(denoted);
  const isOpen = openReceivers(graph);
  return redenote(denoted, async (token, { kind, byText }, file) => {
    if (token.kind !== "attribute" || byText === true) return null;
    if (kind !== "other" && kind !== "family") return null;
    const open = await isOpen(token, file, {
      hover: (at) => session.server.hover(file.path, file.lines.positionAt(at)),
      typeDefinition: (at) => session.server.typeDefinition(file.path, file.lines.positionAt(at)),
    });
    if (open === null || (open === "unknown" && kind === "family")) return null;
    return { kind: "unknown", detail: DETAILS[open], untyped: true };
  });
}

const DETAILS = {
  unknown: "the object can also be one whose type nothing tells",
  any: "the object can also be one that answers any name",
};

/** The server, asked in a file or in a copy of it. */
export interface Asked {
  hover(offset: number): Promise<string>;
  typeDefinition(offset: number): Promise<readonly Location[]>;
}

/** What else the object in front of the dot can be than the server goes to; null when nothing. */
export type OpenReceivers = (
  token: AttributeToken,
  file: LoadedText,
  asked: Asked,
) => Promise<"unknown" | "any" | null>;

export function openReceivers(graph: ClassGraph): OpenReceivers {
  const known = new Map<string, Promise<boolean>>();
  const answersAny = async (place: ClassPlace): Promise<boolean> => {
    const names = { inherited: [], present: ["__getattr__"] };
    const probe = await graph.probe(place.file.path, className(place), names);
    return (probe?.present.get("__getattr__") ?? []).length > 0;
  };
  return async ({ receiver, selfClass, start }, { text }, asked) => {
    if (receiver === null || selfClass !== null) return null;
    const at = text.slice(0, start).replace(/\s*\.\s*$/u, "").length - 1;
    const types = alternatives(shownType(await asked.hover(at)));
    if (types.some((t) => /^(?:Unknown|Any)$/.test(t))) return "unknown";
    if (types.filter((t) => t !== "None").length < 2) return null;
    for (const location of await asked.typeDefinition(at)) {
      // oxlint-disable-next-line no-await-in-loop -- stops at the first
      const place = await graph.classAt(location);
      if (place === null) continue;
      const found = known.get(classKey(place)) ?? answersAny(place);
      known.set(classKey(place), found);
      // oxlint-disable-next-line no-await-in-loop
      if (await found) return "any";
    }
    return null;
  };
}
