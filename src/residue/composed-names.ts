import { lineIndex } from "../model/line-index.ts";

/** A place that puts a name together from a literal and something else, in a file that looks attributes up by name. */
export interface ComposedName {
  readonly path: string;
  /** The literal part in front, or "". */
  readonly prefix: string;
  /** The literal part behind, or "". */
  readonly suffix: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, UTF-16. */
  readonly column: number;
  /** The source line, stripped. */
  readonly text: string;
  /** The file asks classes or functions for their names, so a class name can be the other part. */
  readonly usesDunderName: boolean;
}

const LOOKUPS = ["attr(", "methodcaller(", "globals()", "vars(", "locals()", "__dict__"] as const;

/** A quick look: can the file look attributes up by a string at all? Any decoding that keeps ASCII will do. */
export function mayComposeNames(text: string): boolean {
  return LOOKUPS.some((lookup) => text.includes(lookup));
}

/** `"do_" + x`, `f"do_{x}"`, `"do_%s" % x`, `"do_{}".format(x)`, and the same with the literal behind. */
const COMPOSED =
  /(?<fprefix>\b[fF][rR]?|\b[rR][fF])?(?<quote>["'])(?<before>\w*)(?:(?<hole>\{[^{}"'\n]*\}|%s)(?<after>\w*))?\k<quote>(?<op>\s*(?:\+|%|\.format\())?/g;
const CONCATENATED_BEHIND = /\+\s*(["'])(\w+)\1/g;

export function composedNames(path: string, text: string): readonly ComposedName[] {
  const lines = lineIndex(text);
  const usesDunderName = text.includes("__name__") || text.includes("__qualname__");
  const found: ComposedName[] = [];
  const add = (offset: number, prefix: string, suffix: string): void => {
    if (prefix === "" && suffix === "") return;
    const { line, character } = lines.positionAt(offset);
    const place = { line: line + 1, column: character + 1, text: lines.lineText(line).trim() };
    found.push({ path, prefix, suffix, ...place, usesDunderName });
  };
  for (const match of text.matchAll(COMPOSED)) {
    const { fprefix, before = "", hole, after = "", op } = match.groups ?? {};
    const formatted = fprefix !== undefined || op !== undefined;
    if (hole !== undefined && formatted) add(match.index, before, after);
    else if (hole === undefined && op?.trim() === "+") add(match.index, before, "");
  }
  for (const match of text.matchAll(CONCATENATED_BEHIND)) add(match.index, "", match[2] ?? "");
  return found;
}

/** Could the place spell the name? The literal part has to be telling: three letters, or two with an underscore. */
export function couldSpell(composed: ComposedName, name: string): boolean {
  const { prefix, suffix } = composed;
  if (name.length <= prefix.length + suffix.length) return false;
  if (!name.startsWith(prefix) || !name.endsWith(suffix)) return false;
  const telling = (part: string) =>
    part.replaceAll("_", "").length >= 3 || (part.length >= 3 && part.includes("_"));
  return telling(prefix) || telling(suffix);
}
