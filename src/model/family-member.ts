/** How a member came into a family. */
export const FAMILY_RELATIONS = ["named", "overridden", "overrides", "joined", "shape"] as const;
export type FamilyRelation = (typeof FAMILY_RELATIONS)[number];

/**
 * One class of those whose members of one name are renamed together.
 * - `named`: the plan names it.
 * - `overridden`: a class below has the member as well.
 * - `overrides`: a class above has it.
 * - `joined`: a class inherits it together with another one of the family.
 * - `shape`: it fits a Protocol of the family, which it does not name as a base.
 */
export interface FamilyMember {
  /** `Class.member`. */
  readonly name: string;
  /** Of the class; "" outside the repository. */
  readonly path: string;
  /** Of the class, 1-based; 0 outside the repository. */
  readonly line: number;
  readonly relation: FamilyRelation;
  /** The 0-based place in the list of the class that it inherits the member from; null for one at the top. */
  readonly parent: number | null;
  /** Why the member cannot be renamed; "" for one that is, if the plan is not refused. */
  readonly kept: string;
}
