import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import { addLazySources } from "./lazy-sources.ts";
import { addNames, askedName, bind, use } from "./reading.ts";
import type { BindingKind, Scope } from "./scope.ts";
import { moduleScope } from "./scope.ts";
import type { StringRole } from "./token.ts";
import { attributeToken } from "./visit-expressions.ts";

/** Statements and expressions that bind or unbind names, imports and definitions apart. */
export const BINDING_VISITORS: Readonly<Record<string, Visitor>> = {
  assignment: visitAssignment,
  augmented_assignment: visitAssignment,
  named_expression(reader, node, context) {
    const name = node.childForFieldName("name");
    const value = node.childForFieldName("value");
    // An assignment expression in a comprehension binds in the scope around it (PEP 572).
    if (name !== null)
      bind(reader, name, context, "assignment", { into: outsideComprehensions(context.scope) });
    if (value === null) return;
    const exported = name?.text === "__all__" && outsideComprehensions(context.scope).kind === "module";
    if (exported) visitExportList(reader, value, context);
    else reader.visit(value, context);
  },
  for_statement(reader, node, context) {
    const left = node.childForFieldName("left");
    if (left !== null) visitTarget(reader, left, context, "assignment");
    for (const child of node.namedChildren) {
      if (child.startIndex !== left?.startIndex) reader.visit(child, context);
    }
  },
  as_pattern(reader, node, context) {
    for (const child of node.namedChildren) {
      if (child.type === "as_pattern_target") visitTarget(reader, child, context, "assignment");
      else if (child.type === "identifier" && node.namedChildren[0]?.type === "case_pattern") {
        bind(reader, child, context, "capture");
      } else reader.visit(child, context);
    }
  },
  delete_statement(reader, node, context) {
    for (const child of node.namedChildren) visitTarget(reader, child, context, "delete");
  },
  global_statement: (reader, node, context) => declare(reader, node, context, "globals"),
  nonlocal_statement: (reader, node, context) => declare(reader, node, context, "nonlocals"),
};

function visitAssignment(reader: Reader, node: SyntaxNode, context: Context): void {
  const left = node.childForFieldName("left");
  const type = node.childForFieldName("type");
  const right = node.childForFieldName("right");
  const written = left?.type === "subscript" ? (left.childForFieldName("value") ?? left) : left;
  const target =
    written?.type === "identifier" ? reader.text.slice(written.startIndex, written.endIndex) : null;
  const exportsElsewhere = written !== null && target !== "__all__" && /\b__all__\b/.test(written.text);
  if (exportsElsewhere) reader.buildsExportList = true;
  if (target === "__all__" && context.scope.kind !== "module") reader.buildsExportList = true;
  if (left !== null) visitTarget(reader, left, context, "assignment");
  if (type !== null) reader.visit(type, context);
  const isAlias = type !== null && /\bTypeAlias\b/.test(type.text);
  if (right === null) return;
  const lazyExport = context.scope.kind === "module" && left !== null && /\b__getattr__\b/.test(left.text);
  if (lazyExport) addLazySources(reader, right);
  const assignedTo = context.scope.kind === "module" && target !== null ? target : context.assignedTo;
  if (target === "__all__" && context.scope.kind === "module") {
    visitExportList(reader, right, { ...context, assignedTo });
    return;
  }
  const list = exportsElsewhere ? "export_list" : roleOf(target, context);
  const role = lazyExport ? "lazy_export" : isAlias ? "type_argument" : list;
  if (role === "slots") addNames(reader, right, reader.slotsSources);
  reader.visit(right, { ...context, role, assignedTo });
}

/** The value of the module's own `__all__`. */
function visitExportList(reader: Reader, value: SyntaxNode, context: Context): void {
  reader.hasExportList = true;
  const before = reader.exportSources.size;
  addNames(reader, value, reader.exportSources);
  if (reader.exportSources.size > before) reader.buildsExportList = true;
  reader.visit(value, { ...context, role: "export_list" });
}

function roleOf(target: string | null, context: Context): StringRole {
  if (context.scope.kind !== "class") return context.role;
  if (target === "__slots__") return "slots";
  return target === "__match_args__" ? "match_args" : context.role;
}

/** Binds the names of a target; what stands in subscripts and in front of dots is used, not bound. */
export function visitTarget(reader: Reader, node: SyntaxNode, context: Context, binding: BindingKind): void {
  if (!reader.touches(node)) return;
  switch (node.type) {
    case "identifier":
      return bind(reader, node, context, binding);
    case "attribute":
      return attributeToken(reader, node, context, true);
    case "subscript":
    case "call":
    case "comment":
      return reader.visit(node, context);
    default:
      for (const child of node.namedChildren) visitTarget(reader, child, context, binding);
  }
}

function declare(reader: Reader, node: SyntaxNode, context: Context, list: "globals" | "nonlocals"): void {
  for (const child of node.namedChildren) {
    const name = askedName(reader, child);
    if (name === null) continue;
    context.scope[list].add(name);
    // A global statement creates the module's variable even where the module itself never assigns it.
    if (list === "globals") moduleScope(context.scope).bound.add(name);
    use(reader, child, context);
  }
}

function outsideComprehensions(scope: Scope): Scope {
  let outer = scope;
  while (outer.kind === "comprehension" && outer.parent !== null) outer = outer.parent;
  return outer;
}
