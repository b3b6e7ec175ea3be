import { calleeOf } from "./callee.ts";
import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import { addNames, askedName, calleesNamed, use } from "./reading.ts";
import { selfClass } from "./self-class.ts";
import type { DottedName } from "./token.ts";

/** Uses: names, attributes, keywords, calls, annotations. */
export const EXPRESSION_VISITORS: Readonly<Record<string, Visitor>> = {
  identifier: use,
  attribute: (reader, node, context) => attributeToken(reader, node, context, false),
  member_type(reader, node, context) {
    for (const child of node.namedChildren) {
      if (child.type === "identifier") pushAttribute(reader, child, null, context, false);
      else reader.visit(child, context);
    }
  },
  keyword_argument(reader, node, context) {
    const name = node.childForFieldName("name");
    const value = node.childForFieldName("value");
    const asked = name === null ? null : askedName(reader, name);
    if (name !== null && asked !== null) {
      const { startIndex: start, endIndex: end } = name;
      const { scope, assignedTo } = context;
      const callees = calleesNamed(context, asked);
      const outer = node.parent?.parent ?? null;
      const call = outer?.type === "call" ? calleeOf(reader.text, outer) : null;
      reader.tokens.push({ kind: "keyword", name: asked, start, end, scope, assignedTo, callees, call });
    }
    if (value !== null) reader.visit(value, context);
  },
  call(reader, node, outer) {
    const callee = node.childForFieldName("function");
    const args = node.childForFieldName("arguments");
    const context = insideCall(reader, callee, outer);
    const text = callee === null ? "" : reader.text.slice(callee.startIndex, callee.endIndex);
    if (callee !== null) reader.visit(callee, outer);
    if (args === null) return;
    const types = typeArguments(text, args);
    if (types.length > 0) return visitAround(reader, args, types, context);
    if (text.startsWith("__all__.")) {
      const before = reader.exportSources.size;
      addNames(reader, args, reader.exportSources);
      if (reader.exportSources.size > before || context.scope.kind !== "module")
        reader.buildsExportList = true;
    }
    const own = context.scope.kind === "module" && text.startsWith("__all__.");
    if (own || text.includes(".__all__.")) {
      reader.visit(args, { ...context, role: "export_list" });
    } else if (makesClass(text, args)) reader.visit(args, { ...context, role: "type_call" });
    else reader.visit(args, context);
  },
  subscript(reader, node, context) {
    const [value, ...rest] = node.namedChildren;
    if (value !== undefined) reader.visit(value, context);
    const name = value === undefined ? "" : reader.text.slice(value.startIndex, value.endIndex);
    const last = name.slice(name.lastIndexOf(".") + 1);
    // The strings of Literal are values, and so are the notes of Annotated.
    if (last === "Literal") {
      for (const child of rest) reader.visit(child, { ...context, role: "plain" });
      return;
    }
    if (last === "Annotated") {
      for (const [index, child] of rest.entries()) {
        reader.visit(child, { ...context, role: index === 0 ? "type_argument" : "plain" });
      }
      return;
    }
    const generic = GENERICS.has(last);
    const role = generic ? "type_argument" : context.role === "plain" ? "subscript" : context.role;
    for (const child of rest) reader.visit(child, { ...context, role });
  },
  pair(reader, node, context) {
    const key = node.childForFieldName("key");
    const value = node.childForFieldName("value");
    if (key !== null) reader.visit(key, context);
    // The values of a dictionary of slots are their documentation.
    const role = context.role === "slots" ? "plain" : context.role;
    if (value !== null) reader.visit(value, { ...context, role });
  },
  type: (reader, node, context) => reader.visitChildren(node, { ...context, role: "annotation" }),
  generic_type(reader, node, context) {
    const [base, ...parameters] = node.namedChildren;
    if (base !== undefined) reader.visit(base, context);
    const name = base === undefined ? "" : reader.text.slice(base.startIndex, base.endIndex);
    for (const child of parameters) {
      // The strings of Literal are values; those of Annotated behind the first are notes.
      if (/(^|\.)Literal$/.test(name)) plainTypes(reader, child.namedChildren, context);
      else if (/(^|\.)Annotated$/.test(name)) {
        const [type, ...notes] = child.namedChildren;
        if (type !== undefined) reader.visit(type, context);
        plainTypes(reader, notes, context);
      } else reader.visit(child, context);
    }
  },
};

function plainTypes(reader: Reader, nodes: readonly SyntaxNode[], context: Context): void {
  for (const node of nodes) {
    if (node.type === "type") reader.visitChildren(node, { ...context, role: "plain" });
    else reader.visit(node, { ...context, role: "plain" });
  }
}

/** What takes types between brackets, and nothing else. */
const GENERICS: ReadonlySet<string> = new Set(
  (
    "list dict set frozenset tuple type List Dict Set FrozenSet Tuple Type Optional Union ClassVar Final Callable " +
    "Iterable Iterator Generator Sequence MutableSequence Mapping MutableMapping Awaitable Coroutine AsyncIterator " +
    "AsyncIterable AsyncGenerator Collection Container DefaultDict OrderedDict Counter ChainMap Deque Generic Protocol"
  ).split(" "),
);

/** The context of the arguments: a callee whose name was asked for is remembered. */
function insideCall(reader: Reader, callee: SyntaxNode | null, context: Context): Context {
  const named = callee?.type === "attribute" ? callee.childForFieldName("attribute") : callee;
  const name = named === null || named === undefined ? null : askedName(reader, named);
  if (named === null || named === undefined || name === null) return context;
  return { ...context, callees: [...context.callees, { name, at: named.startIndex }] };
}

/** Visits the nodes of a list as types, and everything else below `node` in the given context. */
function visitAround(reader: Reader, node: SyntaxNode, types: readonly SyntaxNode[], context: Context): void {
  for (const child of node.namedChildren) {
    const isType = types.some((t) => t.startIndex === child.startIndex && t.endIndex === child.endIndex);
    const holdsType = types.some((t) => t.startIndex >= child.startIndex && t.endIndex <= child.endIndex);
    if (isType) reader.visit(child, { ...context, role: "type_argument" });
    else if (holdsType) visitAround(reader, child, types, context);
    else reader.visit(child, context);
  }
}

/** The types in `{"name": Type}` and `[("name", Type)]`. */
function fieldTypes(fields: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return fields.flatMap((field) => [
    ...field.descendantsOfType("pair").flatMap((pair) => pair.childForFieldName("value") ?? []),
    ...field.descendantsOfType("tuple").flatMap((tuple) => tuple.namedChildren[1] ?? []),
  ]);
}

/** The arguments of typing's own functions that are types, also when they are quoted. */
function typeArguments(callee: string, args: SyntaxNode): readonly SyntaxNode[] {
  const all = args.namedChildren.filter((c) => c.type !== "comment");
  const keywords = all.filter((c) => /^(bound|default)$/.test(c.childForFieldName("name")?.text ?? ""));
  switch (callee.slice(callee.lastIndexOf(".") + 1)) {
    case "cast":
      return all.slice(0, 1);
    case "assert_type":
    case "NewType":
      return all.slice(1, 2);
    case "TypedDict":
    case "NamedTuple":
      return fieldTypes(all.slice(1));
    case "TypeVar":
      return [...all.slice(1).filter((c) => c.type !== "keyword_argument"), ...keywords];
    default:
      return [];
  }
}

/** `type("Name", (Base,), {…})`, `types.new_class(…)`: the strings are names of members. */
function makesClass(callee: string, args: SyntaxNode): boolean {
  if (/(^|\.)new_class$/.test(callee)) return true;
  return callee === "type" && args.namedChildren.filter((c) => c.type !== "comment").length === 3;
}

/** Records the name behind the dot, and visits what stands in front of it. */
export function attributeToken(reader: Reader, node: SyntaxNode, context: Context, store: boolean): void {
  const object = node.childForFieldName("object");
  const name = node.childForFieldName("attribute");
  if (object !== null) reader.visit(object, context);
  if (name !== null) pushAttribute(reader, name, object, context, store);
}

function pushAttribute(
  reader: Reader,
  node: SyntaxNode,
  object: SyntaxNode | null,
  context: Context,
  store: boolean,
): void {
  const name = askedName(reader, node);
  if (name === null) return;
  const receiver = bareName(reader, object);
  reader.tokens.push({
    kind: "attribute",
    name,
    start: node.startIndex,
    end: node.endIndex,
    scope: context.scope,
    store,
    selfClass: receiver === null ? null : selfClass(context.scope, receiver),
    receiver: object === null ? null : dottedName(reader, object),
    ofSlice: object?.type === "subscript" && object.namedChildren.at(-1)?.type === "slice",
    callees: calleesNamed(context, name),
    inHeaderOf: context.inHeaderOf,
  });
}

/** `self`, also in parentheses. */
function bareName(reader: Reader, object: SyntaxNode | null): string | null {
  let node = object;
  while (node?.type === "parenthesized_expression") node = node.namedChildren[0] ?? null;
  return node?.type === "identifier" ? reader.text.slice(node.startIndex, node.endIndex) : null;
}

function dottedName(reader: Reader, object: SyntaxNode): DottedName | null {
  let node: SyntaxNode | null = object;
  while (node?.type === "attribute") node = node.childForFieldName("object");
  if (node?.type !== "identifier") return null;
  return {
    text: reader.text.slice(object.startIndex, object.endIndex).replace(/\s/g, ""),
    start: object.startIndex,
  };
}
