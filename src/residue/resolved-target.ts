import type { SymbolKind, SymbolTarget } from "../model/plan.ts";
import type { Scope } from "../python/scope.ts";
import type { AttributeToken, NameToken, StringToken } from "../python/token.ts";

/** One scope in which the symbol is a variable. A symbol has several: a stub twin, a class defined in two branches. */
export interface Home {
  readonly path: string;
  /** A module scope, a class scope for a member, or a function scope for a parameter. */
  readonly scope: Scope;
  /** Where it is bound: names bound in the scope, and stores through the first parameter of the class's methods. */
  readonly declarations: readonly (NameToken | AttributeToken)[];
  /** Strings in `__slots__` of the class, which declare it as well. */
  readonly slots: readonly StringToken[];
}

export type FoundKind = Exclude<SymbolKind, "auto">;

/** An entry of the plan and the symbol that it was found to name. */
export interface ResolvedTarget {
  readonly target: SymbolTarget;
  /** The last component of the old name. */
  readonly name: string;
  readonly newName: string;
  readonly kind: FoundKind;
  /** It belongs to a class; a parameter of a method belongs to the method. */
  readonly member: boolean;
  readonly homes: readonly Home[];
}
