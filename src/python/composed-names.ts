import type { Grammar, SyntaxNode } from "./grammar.ts";

/** A place that puts a name together from a literal and something else, and looks an attribute up by it. */
export interface ComposedName {
  /** Offset of the literal (UTF-16). */
  readonly start: number;
  /** The literal part in front, or "". */
  readonly prefix: string;
  /** The literal part behind, or "". */
  readonly suffix: string;
  /** The file asks classes or functions for their names, so that a class name can be the other part. */
  readonly usesDunderName: boolean;
}

const LOOKUPS = ["attr(", "methodcaller(", "globals()", "vars(", "locals()", "__dict__"] as const;
const LOOKUP_CALL = /(^|\.)(get|set|has|del)attr$|(^|\.)(methodcaller|attrgetter)$/;
const NAMESPACE = /(^|\.)(globals|locals|vars)\([^()]*\)$|\b__dict__$/;

/** A quick look: can the file look attributes up by a string at all? Any decoding that keeps ASCII will do. */
export function mayComposeNames(text: string): boolean {
  return LOOKUPS.some((lookup) => text.includes(lookup));
}

/** `"do_" + x`, `f"do_{x}"`, `"do_%s" % x`, `"do_{}".format(x)`, and the same with the literal behind. */
const COMPOSED =
  /(?<fprefix>\b[fF][rR]?|\b[rR][fF])?(?<quote>["'])(?<before>\w*)(?:(?<hole>\{[^{}"'\n]*\}|%s)(?<after>\w*))?\k<quote>(?<op>\s*(?:\+|%|\.format\())?/g;
const CONCATENATED_BEHIND = /\+\s*(?=(["'])(\w+)\1)/g;

/** All such places of a text that `wanted` lets through; only then is the text parsed. */
export function composedNames(
  grammar: Grammar,
  text: string,
  wanted: (composed: ComposedName) => boolean,
): readonly ComposedName[] {
  const found = candidates(text).filter(wanted);
  if (found.length === 0) return [];
  const parsed = grammar.parse(text);
  try {
    const lookups = lookupsOf(parsed.root);
    return found.filter(({ start }) => reachesLookup(parsed.root.descendantForIndex(start), lookups));
  } finally {
    parsed.free();
  }
}

/** Could the place spell the name? The literal part has to be telling: three letters, or two with an underscore. */
export function couldSpell({ prefix, suffix }: ComposedName, name: string): boolean {
  if (name.length <= prefix.length + suffix.length) return false;
  if (!name.startsWith(prefix) || !name.endsWith(suffix)) return false;
  return isTelling(prefix) || isTelling(suffix);
}

function isTelling(part: string): boolean {
  return part.replaceAll("_", "").length >= 3 || (part.length >= 3 && part.includes("_"));
}

function candidates(text: string): readonly ComposedName[] {
  const usesDunderName = text.includes("__name__") || text.includes("__qualname__");
  const found: ComposedName[] = [];
  const add = (start: number, prefix: string, suffix: string): void => {
    if (prefix !== "" || suffix !== "") found.push({ start, prefix, suffix, usesDunderName });
  };
  for (const match of text.matchAll(COMPOSED)) {
    const { fprefix = "", before = "", hole, after = "", op } = match.groups ?? {};
    const start = match.index + fprefix.length;
    const formatted = fprefix !== "" || op !== undefined;
    if (hole !== undefined && formatted) add(start, before, after);
    else if (hole === undefined && op?.trim() === "+") add(start, before, "");
  }
  for (const match of text.matchAll(CONCATENATED_BEHIND))
    add(match.index + match[0].length, "", match[2] ?? "");
  return found;
}

/** How the file looks attributes up by names that it does not spell. */
interface Lookups {
  /** Names that stand in the place of the attribute's name. */
  readonly names: ReadonlySet<string>;
  /** An attribute's name is made by a call. */
  readonly byCall: boolean;
  /** Functions that look something up, so that their arguments can be names. */
  readonly functions: ReadonlySet<string>;
}

function lookupsOf(root: SyntaxNode): Lookups {
  const names = new Set<string>();
  const functions = new Set<string>();
  let byCall = false;
  const take = (place: SyntaxNode, name: SyntaxNode): void => {
    for (const identifier of [name, ...name.descendantsOfType("identifier")]) {
      if (identifier.type === "identifier") names.add(identifier.text);
    }
    byCall ||= name.type === "call" || name.descendantsOfType("call").length > 0;
    for (let outer = place.parent; outer !== null; outer = outer.parent) {
      if (outer.type === "function_definition") functions.add(outer.childForFieldName("name")?.text ?? "");
    }
  };
  for (const call of root.descendantsOfType("call")) {
    if (!LOOKUP_CALL.test(call.childForFieldName("function")?.text ?? "")) continue;
    for (const argument of call.childForFieldName("arguments")?.namedChildren ?? []) take(call, argument);
  }
  for (const subscript of root.descendantsOfType("subscript")) {
    const [value, ...keys] = subscript.namedChildren;
    if (value !== undefined && NAMESPACE.test(value.text)) for (const key of keys) take(subscript, key);
  }
  for (const assignment of root.descendantsOfType("assignment")) {
    const left = assignment.childForFieldName("left");
    const right = assignment.childForFieldName("right");
    if (left !== null && names.has(left.text) && right?.type === "call") byCall = true;
  }
  return { names, functions, byCall };
}

/** Follows the value outwards, to a lookup, to a variable that one uses, or to a function that makes one. */
function reachesLookup(literal: SyntaxNode | null, lookups: Lookups): boolean {
  for (let node = literal; node !== null; node = node.parent) {
    switch (node.type) {
      case "call": {
        const callee = node.childForFieldName("function")?.text ?? "";
        if (LOOKUP_CALL.test(callee)) return true;
        if (lookups.functions.has(callee.slice(callee.lastIndexOf(".") + 1))) return true;
        break;
      }
      case "subscript":
        if (NAMESPACE.test(node.namedChildren[0]?.text ?? "")) return true;
        break;
      case "assignment":
      case "augmented_assignment":
      case "named_expression": {
        const target = node.childForFieldName("left") ?? node.childForFieldName("name");
        const identifiers = target === null ? [] : [target, ...target.descendantsOfType("identifier")];
        return identifiers.some((i) => i.type === "identifier" && lookups.names.has(i.text));
      }
      case "for_in_clause":
      case "return_statement":
      case "yield":
      case "lambda":
        return lookups.byCall;
      case "function_definition":
      case "class_definition":
      case "module":
        return false;
    }
  }
  return false;
}
