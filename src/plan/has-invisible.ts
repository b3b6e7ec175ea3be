/**
 * Whether a name holds characters that a reader cannot see, such as joiners and variation selectors. Some of them may
 * stand in identifiers (Unicode 15.1 added the joiners, so Python 3.13 takes them and 3.12 does not).
 */
export function hasInvisible(name: string): boolean {
  return /\p{Default_Ignorable_Code_Point}/u.test(name);
}
