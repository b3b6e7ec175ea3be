/** A hover shows a type that the server knows in part or not at all: it goes to the definitions of the known part alone. */
export function isPartlyUnknown(shown: string): boolean {
  return shown === "" || /\b(?:Unknown|Any)\b/.test(shown.split("\n---")[0] ?? "");
}
