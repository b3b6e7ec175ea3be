import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { denote } from "./denote.ts";
import { modulesHaving } from "./modules-having.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface DenoteAllContext {
  readonly scan: Scan;
  readonly session: Session;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
  /** Other targets of the same name, which get the same new one. */
  readonly allies: readonly ResolvedTarget[];
  /** The tokens of the target's name that are asked about. */
  readonly isAsked: (token: Token) => boolean;
}

/** What each written place of a target's name denotes, by file. */
export async function denoteAll(
  target: ResolvedTarget,
  { scan, session, tree, grammar, allies, isAsked }: DenoteAllContext,
): Promise<ReadonlyMap<SourceFile, Denotations>> {
  const denoted = new Map<SourceFile, Denotations>();
  const own = target.member ? [] : target.homes.map((home) => home.path);
  const having = modulesHaving(target.name, own, scan, tree);
  const context = { target, allies, session, scan, tree, grammar, having };
  for (const file of scan.files.values()) {
    const tokens = file.reading.tokens.filter((t) => t.name === target.name && isAsked(t));
    // oxlint-disable-next-line no-await-in-loop -- in file order, so that the server's caches stay warm
    if (tokens.length > 0) denoted.set(file, await denote(file, tokens, context));
  }
  return denoted;
}
