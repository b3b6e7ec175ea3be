import type { Grammar, SyntaxNode } from "./grammar.ts";

/**
 * What the text defines at a dotted path of classes (`[]` is the module): classes, functions, assigned names, and for a
 * class what its methods store on their first parameter. In order, each once. For suggestions only.
 */
export function definedNames(grammar: Grammar, text: string, path: readonly string[]): readonly string[] {
  const parsed = grammar.parse(text);
  try {
    let bodies = [parsed.root];
    for (const part of path) {
      bodies = bodies.flatMap((body) =>
        body
          .descendantsOfType("class_definition")
          .filter((c) => c.childForFieldName("name")?.text === part)
          .flatMap((c) => c.childForFieldName("body") ?? []),
      );
    }
    const names = new Set<string>();
    for (const body of bodies) collect(body, names, path.length > 0);
    return [...names];
  } finally {
    parsed.free();
  }
}

function collect(body: SyntaxNode, names: Set<string>, inClass: boolean): void {
  for (const child of body.namedChildren) {
    switch (child.type) {
      case "class_definition":
      case "function_definition":
        names.add(child.childForFieldName("name")?.text ?? "");
        if (inClass && child.type === "function_definition") selfStores(child, names);
        break;
      case "assignment": {
        const left = child.childForFieldName("left");
        if (left?.type === "identifier") names.add(left.text);
        break;
      }
      case "lambda":
        break;
      default:
        collect(child, names, inClass);
    }
  }
}

function selfStores(method: SyntaxNode, names: Set<string>): void {
  for (const assignment of method.descendantsOfType("assignment")) {
    const left = assignment.childForFieldName("left");
    if (left?.type !== "attribute" || left.childForFieldName("object")?.text !== "self") continue;
    names.add(left.childForFieldName("attribute")?.text ?? "");
  }
}
