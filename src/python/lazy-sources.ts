import type { SyntaxNode } from "./grammar.ts";
import type { Reader } from "./reading.ts";
import { addNames } from "./reading.ts";

/**
 * Collects the module-level names that an expression or a body is made from, and those that these are made from: the
 * tables and helpers behind a module's `__getattr__`.
 */
export function addLazySources(reader: Reader, node: SyntaxNode): void {
  let module: SyntaxNode = node;
  while (module.parent !== null) module = module.parent;
  const pending: SyntaxNode[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const used = new Set<string>();
    addNames(reader, next, used);
    for (const name of used) {
      if (reader.lazyExportSources.has(name)) continue;
      reader.lazyExportSources.add(name);
      pending.push(...definitionsOf(module, name));
    }
  }
}

/** What defines a name at the top of the module: values that are assigned to it, and functions. */
function definitionsOf(module: SyntaxNode, name: string): readonly SyntaxNode[] {
  return module.namedChildren.flatMap((statement) => {
    const definition =
      statement.type === "decorated_definition" ? statement.childForFieldName("definition") : statement;
    if (definition?.type === "class_definition") return [];
    if (definition?.childForFieldName("name")?.text === name) return [definition];
    const assignment = statement.namedChildren[0];
    if (assignment?.type !== "assignment" && assignment?.type !== "augmented_assignment") return [];
    const left = assignment.childForFieldName("left");
    const right = assignment.childForFieldName("right");
    return left !== null && right !== null && new RegExp(`\\b${name}\\b`).test(left.text) ? [right] : [];
  });
}
