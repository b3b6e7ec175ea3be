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

const LOOKUPS = [
  "attr(",
  "methodcaller(",
  "globals()",
  "vars(",
  "locals()",
  "__dict__",
  "dir(",
  "getmembers(",
];
const LOOKUP_CALL = /(^|\.)(get|set|has|del)attr$|(^|\.)(methodcaller|attrgetter)$/;
const NAMESPACE = /(^|\.)(globals|locals|vars)\([^()]*\)$|\b__dict__$/;

/** A quick look: can the file look attributes up by a string at all? Any decoding that keeps ASCII will do. */
export function mayComposeNames(text: string): boolean {
  return LOOKUPS.some((lookup) => text.includes(lookup));
}

/** Beginnings of a name that are worth looking for as strings of their own, such as `do_` of `do_start`. */
export function tellingPrefixes(name: string): readonly string[] {
  const prefixes: string[] = [];
  for (let at = name.indexOf("_", 1); at !== -1; at = name.indexOf("_", at + 1))
    prefixes.push(name.slice(0, at + 1));
  return prefixes.filter((prefix) => prefix.length < name.length && isTelling(prefix));
}

const LITERAL_START = /["'](?:\^|\\b)?(\w+)/g;
const UNDERSCORE_FIRST = /["']_(?:["']|\{|%)/;
const LITERAL_END = /(\w+)["']/g;

/**
 * All places of a text that put a name of `names` together and look an attribute up by it, or that sort names by such a
 * beginning; in a file that asks for `__name__`, also those that can put any class name into another name.
 */
export function composedNames(
  grammar: Grammar,
  text: string,
  names: ReadonlySet<string>,
): readonly ComposedName[] {
  const usesDunderName = /__(qual)?name__/.test(text);
  const looksUp = mayComposeNames(text);
  if (!mayHold(text, names) && !(usesDunderName && looksUp)) return [];
  const parsed = grammar.parse(text);
  try {
    const lookups = lookupsOf(parsed.root);
    return parsed.root.descendantsOfType("string").flatMap((literal) => {
      const pieces = piecesOf(literal, usesDunderName);
      if (pieces === null) return [];
      const spells = [...names].some((name) => couldSpell(pieces, name));
      if (!spells && !(usesDunderName && pieces.composed)) return [];
      const sorts = spells && sortsNames(literal, pieces, looksUp);
      return sorts || (pieces.composed && reachesLookup(literal, lookups)) ? [pieces] : [];
    });
  } finally {
    parsed.free();
  }
}

/** The place puts an underscore in front of any name: it makes a private name of a public one. */
export function makesPrivate({ prefix, suffix }: ComposedName): boolean {
  return prefix === "_" && suffix === "";
}

/** Could the place spell the name? The literal part has to be telling: three letters, or two with an underscore. */
export function couldSpell(composed: ComposedName, name: string): boolean {
  const { prefix, suffix } = composed;
  if (makesPrivate(composed)) return /^_[^_]/.test(name);
  if (name.length <= prefix.length + suffix.length) return false;
  if (!name.startsWith(prefix) || !name.endsWith(suffix)) return false;
  return isTelling(prefix) || isTelling(suffix);
}

function isTelling(part: string): boolean {
  return part.replaceAll("_", "").length >= 3 || (part.length >= 3 && part.includes("_"));
}

function mayHold(text: string, names: ReadonlySet<string>): boolean {
  const all = [...names];
  if (UNDERSCORE_FIRST.test(text) && all.some((name) => /^_[^_]/.test(name))) return true;
  const joins = text.includes(".join(");
  const telling = (part: string, fits: (name: string) => boolean) => isTelling(part) && all.some(fits);
  for (const [, part = ""] of text.matchAll(LITERAL_START)) {
    const joined = joins ? `${part}_` : part;
    if (telling(joined, (name) => name !== part && name.startsWith(part))) return true;
  }
  for (const [, part = ""] of text.matchAll(LITERAL_END)) {
    if (telling(part, (name) => name !== part && name.endsWith(part))) return true;
  }
  return false;
}

interface Pieces extends ComposedName {
  /** Something else is put in, before or behind the literal parts. */
  readonly composed: boolean;
}

/** What a literal has in front of and behind what is put in; null for one that is no part of a name. */
function piecesOf(literal: SyntaxNode, usesDunderName: boolean): Pieces | null {
  const holes = literal.namedChildren.filter((c) => c.type === "interpolation");
  const opening = literal.namedChildren[0];
  const closing = literal.namedChildren.at(-1);
  if (opening === undefined || closing === undefined) return null;
  const start = literal.startIndex;
  const make = (prefix: string, suffix: string, composed: boolean): Pieces | null =>
    /^\w*$/.test(prefix + suffix) && (prefix !== "" || suffix !== "")
      ? { start, prefix, suffix, composed, usesDunderName }
      : null;
  const text = literal.text;
  const at = (index: number) => index - start;
  const [first] = holes;
  const last = holes.at(-1);
  if (first !== undefined && last !== undefined) {
    return make(
      text.slice(at(opening.endIndex), at(first.startIndex)),
      text.slice(at(last.endIndex), at(closing.startIndex)),
      true,
    );
  }
  const content = text.slice(at(opening.endIndex), at(closing.startIndex));
  const parent = literal.parent;
  if (parent?.type === "binary_operator") {
    const isLeft = parent.namedChildren[0]?.startIndex === start;
    const template = /^(\w*)%(?:\(\w+\))?s(\w*)$/.exec(content);
    if (template !== null && isLeft) return make(template[1] ?? "", template[2] ?? "", true);
    return isLeft ? make(content, "", true) : make("", content, true);
  }
  const field = /^(\w*)\{\w*\}(\w*)$/.exec(content);
  if (field !== null && parent?.type === "attribute") return make(field[1] ?? "", field[2] ?? "", true);
  const separator = /^["'](\w*)["']\.join$/.exec(enclosingCallee(literal) ?? "")?.[1];
  if (separator !== undefined) return make(content + separator, "", true);
  const bare = /^(?:\^|\\b)?(\w+?)(?:\*|\.\*|\.\+|\\w[+*])?$/.exec(content)?.[1] ?? "";
  return make(bare, "", false);
}

/**
 * The literal sorts names by how they begin: one that ends in an underscore can do nothing else, and `startswith` can in
 * a file that looks attributes up.
 */
function sortsNames(literal: SyntaxNode, { prefix, suffix, composed }: Pieces, looksUp: boolean): boolean {
  if (suffix !== "" || !isTelling(prefix)) return false;
  if (prefix.endsWith("_") && !composed) return true;
  return looksUp && /\.(startswith|removeprefix)$/.test(enclosingCallee(literal) ?? "");
}

/** The function of the call in whose arguments the literal stands directly, or in a list there. */
function enclosingCallee(literal: SyntaxNode): string | null {
  let node = literal.parent;
  if (node?.type === "list" || node?.type === "tuple") node = node.parent;
  return node?.type === "argument_list" ? (node.parent?.childForFieldName("function")?.text ?? null) : null;
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
    const callee = call.childForFieldName("function")?.text ?? "";
    if (!LOOKUP_CALL.test(callee)) continue;
    const all = call.childForFieldName("arguments")?.namedChildren.filter((c) => c.type !== "comment") ?? [];
    // The name is the second argument of getattr and its like, and any argument of the getters.
    for (const argument of callee.endsWith("attr") ? all.slice(1, 2) : all) take(call, argument);
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
