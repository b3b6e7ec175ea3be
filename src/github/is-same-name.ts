/** Names of labels, people and repositories on GitHub do not differ by case alone. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
