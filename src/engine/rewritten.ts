import type { Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { newTextOf } from "./mangled-names.ts";

/** Which tokens the plan rewrites, and for which target. A token of two targets is listed under the first. */
export interface Rewritten {
  targetOf(token: Token): ResolvedTarget | null;
  /** The name that a token bears afterwards. */
  nameAfter(token: Token): string;
}

export function rewritten(tokens: ReadonlyMap<Token, ResolvedTarget>): Rewritten {
  return {
    targetOf: (token) => tokens.get(token) ?? null,
    nameAfter(token) {
      const target = tokens.get(token);
      return target === undefined ? token.name : newTextOf(target, token);
    },
  };
}
