import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import { bind } from "./reading.ts";
import { addLazySources } from "./lazy-sources.ts";
import type { BaseClass, ClassHeader, FunctionHeader, Scope } from "./scope.ts";
import { newScope } from "./scope.ts";
import { visitTarget } from "./visit-bindings.ts";

/** Classes, functions, lambdas, comprehensions: what opens a scope. */
export const DEFINITION_VISITORS: Readonly<Record<string, Visitor>> = {
  decorated_definition(reader, node, context) {
    const decorators: string[] = [];
    for (const child of node.namedChildren) {
      if (child.type === "decorator") {
        decorators.push(reader.text.slice(child.startIndex + 1, child.endIndex).trim());
        reader.visit(child, context);
      } else if (child.type === "class_definition") visitClass(reader, child, context, decorators);
      else if (child.type === "function_definition") visitFunction(reader, child, context, decorators);
      else reader.visit(child, context);
    }
  },
  class_definition: (reader, node, context) => visitClass(reader, node, context, []),
  function_definition: (reader, node, context) => visitFunction(reader, node, context, []),
  lambda(reader, node, context) {
    const parameters = node.childForFieldName("parameters");
    const scope = newScope("function", "", context.scope, {
      signature: signatureOf(reader, null, parameters, { bindsSelf: false, decorators: [] }),
    });
    visitParameters(reader, parameters, context, scope);
    for (const child of node.namedChildren) {
      if (child.type !== "lambda_parameters") reader.visit(child, { ...context, scope });
    }
  },
  list_comprehension: visitComprehension,
  set_comprehension: visitComprehension,
  dictionary_comprehension: visitComprehension,
  generator_expression: visitComprehension,
  type_alias_statement(reader, node, context) {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const name = left === null ? null : firstIdentifier(left);
    if (name !== null) bind(reader, name, context, "type_alias");
    const scope = newScope("type_parameters", "", context.scope);
    if (left !== null) visitTypeParameters(reader, left, context, scope, name);
    if (right !== null) reader.visit(right, { ...context, scope });
  },
};

function visitClass(reader: Reader, node: SyntaxNode, context: Context, decorators: readonly string[]): void {
  const nameNode = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (nameNode === null) return reader.visitChildren(node, context);
  bind(reader, nameNode, context, "class", { decorators });
  const outer = typeParameterContext(reader, node, context);
  const superclasses = node.childForFieldName("superclasses");
  const name = reader.text.slice(nameNode.startIndex, nameNode.endIndex);
  if (superclasses !== null) reader.visit(superclasses, { ...outer, inHeaderOf: name });
  const header = headerOf(reader, nameNode, superclasses, decorators);
  const scope = newScope("class", name, outer.scope, { header });
  if (body !== null) reader.visit(body, { ...context, scope });
}

function visitFunction(
  reader: Reader,
  node: SyntaxNode,
  context: Context,
  decorators: readonly string[],
): void {
  const nameNode = node.childForFieldName("name");
  const parameters = node.childForFieldName("parameters");
  const returns = node.childForFieldName("return_type");
  const body = node.childForFieldName("body");
  if (nameNode === null) return reader.visitChildren(node, context);
  const name = reader.text.slice(nameNode.startIndex, nameNode.endIndex);
  const lazyExport = name === "__getattr__" && context.scope.kind === "module";
  bind(reader, nameNode, context, "function", { decorators });
  const outer = typeParameterContext(reader, node, context);
  const method = context.scope.kind === "class" && !decorators.some((d) => /\bstaticmethod$/.test(d));
  const scope = newScope("function", name, outer.scope, {
    signature: signatureOf(reader, nameNode, parameters, { bindsSelf: method, decorators }),
  });
  visitParameters(reader, parameters, outer, scope);
  if (returns !== null) reader.visit(returns, outer);
  if (body === null) return;
  if (lazyExport) addLazySources(reader, body);
  reader.visit(body, { ...context, scope, role: lazyExport ? "lazy_export" : context.role });
}

/** Defaults and annotations belong to the scope around the function, the names to the function's own. */
function visitParameters(reader: Reader, parameters: SyntaxNode | null, outer: Context, inner: Scope): void {
  if (parameters === null) return;
  for (const parameter of parameters.namedChildren) {
    const name = parameterName(parameter);
    if (name !== null) bind(reader, name, { ...outer, scope: inner }, "parameter");
    for (const field of ["type", "value"]) {
      const part = parameter.childForFieldName(field);
      if (part !== null) reader.visit(part, outer);
    }
    if (parameter.type === "comment") reader.visit(parameter, outer);
  }
}

function parameterName(parameter: SyntaxNode): SyntaxNode | null {
  switch (parameter.type) {
    case "identifier":
      return parameter;
    case "default_parameter":
    case "typed_default_parameter":
      return parameter.childForFieldName("name");
    case "typed_parameter":
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const first = parameter.namedChildren[0];
      return first === undefined ? null : parameterName(first);
    }
    default:
      return null;
  }
}

function visitComprehension(reader: Reader, node: SyntaxNode, context: Context): void {
  const scope = newScope("comprehension", "", context.scope);
  const inner = { ...context, scope };
  let first = true;
  for (const child of node.namedChildren) {
    if (child.type !== "for_in_clause") {
      reader.visit(child, inner);
      continue;
    }
    const left = child.childForFieldName("left");
    const right = child.childForFieldName("right");
    if (left !== null) visitTarget(reader, left, inner, "assignment");
    if (right !== null) reader.visit(right, first ? context : inner);
    first = false;
  }
}

function typeParameterContext(reader: Reader, node: SyntaxNode, context: Context): Context {
  const parameters = node.childForFieldName("type_parameters");
  if (parameters === null) return context;
  const scope = newScope("type_parameters", "", context.scope);
  visitTypeParameters(reader, parameters, context, scope, null);
  return { ...context, scope };
}

function visitTypeParameters(
  reader: Reader,
  list: SyntaxNode,
  context: Context,
  scope: Scope,
  skip: SyntaxNode | null,
): void {
  const parameters = list.type === "type_parameter" ? [list] : list.descendantsOfType("type_parameter");
  for (const parameter of parameters) {
    for (const child of parameter.namedChildren) {
      const name = firstIdentifier(child);
      if (name === null || name.startIndex === skip?.startIndex) continue;
      bind(reader, name, { ...context, scope }, "type_parameter");
      for (const bound of child.descendantsOfType("type")) {
        if (bound.startIndex > name.startIndex) reader.visit(bound, { ...context, scope });
      }
    }
  }
}

function firstIdentifier(node: SyntaxNode): SyntaxNode | null {
  return node.type === "identifier" ? node : (node.descendantsOfType("identifier")[0] ?? null);
}

function signatureOf(
  reader: Reader,
  name: SyntaxNode | null,
  list: SyntaxNode | null,
  more: Pick<FunctionHeader, "bindsSelf" | "decorators">,
): FunctionHeader {
  const parameters: string[] = [];
  const keywords = new Set<string>();
  const optional = new Set<string>();
  let rest: string | null = null;
  for (const child of list?.namedChildren ?? []) {
    // Everything in front of the slash is passed by place alone.
    if (child.type === "positional_separator") keywords.clear();
    const node = parameterName(child);
    if (node === null) continue;
    const written = reader.text.slice(node.startIndex, node.endIndex).normalize("NFKC");
    parameters.push(reader.text.slice(node.startIndex, node.endIndex));
    const stars = /^\**/.exec(reader.text.slice(child.startIndex, node.startIndex))?.[0] ?? "";
    if (stars === "**") rest = written;
    if (stars === "") keywords.add(written);
    if (child.childForFieldName("value") !== null) optional.add(written);
  }
  return { ...more, nameAt: name?.startIndex ?? null, parameters, keywords, optional, rest };
}

function headerOf(
  reader: Reader,
  nameNode: SyntaxNode,
  superclasses: SyntaxNode | null,
  decorators: readonly string[],
): ClassHeader {
  const bases: BaseClass[] = [];
  const keywords: string[] = [];
  for (const child of superclasses?.namedChildren ?? []) {
    if (child.type === "comment") continue;
    if (child.type === "keyword_argument") {
      const keyword = child.childForFieldName("name");
      if (keyword !== null) keywords.push(reader.text.slice(keyword.startIndex, keyword.endIndex));
    } else bases.push(baseClass(reader, child));
  }
  return { nameAt: nameNode.startIndex, bases, keywords, decorators };
}

function baseClass(reader: Reader, node: SyntaxNode): BaseClass {
  const text = reader.text.slice(node.startIndex, node.endIndex);
  const value = node.type === "subscript" ? (node.childForFieldName("value") ?? node) : node;
  const last = value.type === "attribute" ? value.childForFieldName("attribute") : value;
  const dotted = reader.text.slice(value.startIndex, value.endIndex);
  const plain = last?.type === "identifier" && /^[^\s()[\]"']+$/.test(dotted);
  return { text, at: plain ? last.startIndex : null, dotted: plain ? dotted : null };
}
