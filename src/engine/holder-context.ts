import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { classKey } from "./class-place.ts";
import type { KeyContext } from "./denote-keys.ts";
import type { HolderContext } from "./holder-type.ts";
import { ownClasses } from "./own-classes.ts";

/** What a holder's type is compared with: the classes of the target and of its allies, and the bases of its own. */
export async function holderContext(target: ResolvedTarget, context: KeyContext): Promise<HolderContext> {
  const { scan, session, graph, grammar, allies } = context;
  const classes = ownClasses(target, scan);
  const allied = allies.flatMap((ally) => ownClasses(ally, scan));
  const ancestries = await Promise.all(classes.map((place) => graph.ancestry(place)));
  return {
    session,
    graph,
    grammar,
    own: new Set([...classes, ...allied].map(classKey)),
    above: new Set(ancestries.flatMap((a) => [...a.keys])),
  };
}
