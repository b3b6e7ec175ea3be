import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { StringToken, Token } from "../python/token.ts";
import type { StringFacts } from "../residue/classify.ts";
import { NO_STRING_FACTS } from "../residue/classify.ts";
import type { Denotation } from "../residue/denotation.ts";
import { isHome } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import { classKey } from "./class-place.ts";
import { ownClasses } from "./own-classes.ts";
import type { Scan } from "./scan.ts";
import type { SourceFile } from "./source-file.ts";

interface StringContext {
  /** The symbol is a test fixture. */
  readonly fixture: boolean;
  readonly graph: ClassGraph;
  readonly scan: Scan;
}

/** What holds for all strings of a file. */
export type FileFacts = Pick<StringFacts, "exportsSymbol" | "onlyExported">;

export function fileFacts(
  denotations: ReadonlyMap<Token, Denotation>,
  target: ResolvedTarget,
  file: SourceFile,
): FileFacts {
  const tokens = [...denotations.keys()];
  const { module, exportSources } = file.reading;
  const exportsSymbol =
    !target.member &&
    (isHome(target, file.path, module) ||
      tokens.some(
        (t) =>
          t.kind === "name" &&
          denotations.get(t)?.kind === "family" &&
          resolveName(t.scope, t.name) === module,
      ));
  const whole = tokens.filter((t): t is StringToken => t.kind === "string" && t.whole && t.role === "plain");
  const onlyExported = whole.every((t) => t.assignedTo !== null && exportSources.has(t.assignedTo));
  return { exportsSymbol, onlyExported };
}

/** What the file and the classes say about a string, which decides what it means. */
export async function stringFacts(
  token: Token,
  ofFile: FileFacts,
  target: ResolvedTarget,
  file: SourceFile,
  { fixture, graph, scan }: StringContext,
): Promise<StringFacts> {
  if (token.kind !== "string") return NO_STRING_FACTS;
  return {
    ...ofFile,
    fixture,
    isKey: /^["']\s*:/.test(file.text.slice(token.end, token.end + 20)) && !isListOnly(token, file),
    relatedClass: await isRelated(token, target, file, { fixture, graph, scan }),
  };
}

/** The table is private to the module, which uses it for its `__all__` alone. */
function isListOnly({ assignedTo }: StringToken, file: SourceFile): boolean {
  if (assignedTo === null || !assignedTo.startsWith("_")) return false;
  const word = new RegExp(`(?<!\\w)${assignedTo}(?!\\w)`);
  const others = file.text.split(/\r\n|\r|\n/).filter((line) => word.test(line) && !line.includes("__all__"));
  return others.length === 1;
}

/** It is one of several names: an element of a tuple, list, set or dictionary, and no argument. */
function isListed({ start, end, whole, pieces }: StringToken, { text }: SourceFile): boolean {
  // A value of a dictionary is no name of a list.
  if (!whole || pieces || /:\s*[rRuU]?["']*$/.test(text.slice(Math.max(0, start - 40), start))) return false;
  let depth = 0;
  for (let at = start - 1; at >= Math.max(0, start - LONGEST_LIST); at--) {
    const character = text[at] ?? "";
    if (/[)\]}]/.test(character)) depth += 1;
    if (!/[([{]/.test(character)) continue;
    if (depth === 0) {
      const isCallOrSubscript = /[\w)\]]\s*$/.test(text.slice(0, at));
      return !isCallOrSubscript && /^["']\s*[,:)\]}#]/.test(text.slice(end, end + 40));
    }
    depth -= 1;
  }
  return false;
}

const LONGEST_LIST = 5000;

async function isRelated(
  token: StringToken,
  target: ResolvedTarget,
  file: SourceFile,
  { graph, scan }: StringContext,
): Promise<boolean> {
  const { scope } = token;
  const declares = token.role === "slots" || token.role === "match_args";
  if (scope.header === null || !(declares || isListed(token, file))) return false;
  const { keys, unknown } = await graph.ancestry({ file, scope, header: scope.header });
  const own = ownClasses(target, scan);
  if (unknown !== null || own.some((place) => keys.has(classKey(place)))) return true;
  if (declares) return false;
  // What a class above lists is looked up on the classes below.
  const above = await Promise.all(own.map(async (place) => (await graph.ancestry(place)).keys));
  const related = new Set([...own.map(classKey), ...above.flatMap((keysAbove) => [...keysAbove])]);
  for (let outer: Scope | null = scope; outer !== null; outer = outer.parent) {
    if (outer.header !== null && related.has(classKey({ file, scope: outer, header: outer.header })))
      return true;
  }
  return false;
}
