import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import { askedName, bind } from "./reading.ts";
import type { ImportSource, ImportedPath } from "./token.ts";

/** All forms of import. */
export const IMPORT_VISITORS: Readonly<Record<string, Visitor>> = {
  import_statement(reader, node, context) {
    for (const child of node.namedChildren) {
      if (child.type === "dotted_name") {
        // `import a.b` binds `a`; the rest is a path.
        const [first, ...rest] = child.namedChildren;
        if (first !== undefined)
          bind(reader, first, context, "import_module", { imports: { dots: 0, path: first.text } });
        for (const part of rest) imported(reader, part, context, "module_path", null);
      } else if (child.type === "aliased_import") {
        const path = child.childForFieldName("name");
        const alias = child.childForFieldName("alias");
        for (const part of path?.namedChildren ?? []) imported(reader, part, context, "module_path", null);
        if (alias !== null && path !== null) {
          bind(reader, alias, context, "import_as", {
            source: pathSource(reader, path),
            imports: { dots: 0, path: path.text },
          });
        }
      } else reader.visit(child, context);
    }
  },
  import_from_statement(reader, node, context) {
    const module = node.childForFieldName("module_name");
    const source = sourceOf(reader, module);
    for (const child of node.namedChildren) {
      if (child.startIndex === module?.startIndex) {
        for (const part of module.descendantsOfType("identifier")) {
          imported(reader, part, context, "module_path", null);
        }
      } else if (child.type === "wildcard_import") {
        const unconditional = node.parent?.type === "module";
        reader.starImports.push({ source, scope: context.scope, at: node.startIndex, unconditional });
      } else if (child.type === "dotted_name") {
        const name = child.namedChildren[0];
        if (name !== undefined)
          bind(reader, name, context, "import_from", { source, imports: member(source, name) });
      } else if (child.type === "aliased_import") {
        const name = child.childForFieldName("name")?.namedChildren[0];
        const alias = child.childForFieldName("alias");
        if (name !== undefined) imported(reader, name, context, "import_source", source);
        // `import x as x` in a from import is a public re-export of x, not another name.
        const redundant = name?.text === alias?.text;
        const binding = redundant ? "import_from" : "import_as";
        const imports = name === undefined ? null : member(source, name);
        if (alias !== null) bind(reader, alias, context, binding, { source, imports });
      } else reader.visit(child, context);
    }
  },
};

function member({ dots, path }: ImportSource, name: SyntaxNode): ImportedPath {
  return { dots, path: path === "" ? name.text : `${path}.${name.text}` };
}

function pathSource(reader: Reader, path: SyntaxNode): ImportSource {
  return {
    dots: 0,
    path: reader.text.slice(path.startIndex, path.endIndex),
    at: path.namedChildren.at(-1)?.startIndex ?? null,
  };
}

function sourceOf(reader: Reader, module: SyntaxNode | null): ImportSource {
  if (module === null) return { dots: 0, path: "", at: null };
  const prefix = module.type === "relative_import" ? module.namedChildren[0] : undefined;
  const dots =
    prefix === undefined
      ? 0
      : reader.text.slice(prefix.startIndex, prefix.endIndex).replace(/[^.]/g, "").length;
  const parts = module.descendantsOfType("identifier");
  const path = parts.map((p) => reader.text.slice(p.startIndex, p.endIndex)).join(".");
  return { dots, path, at: parts.at(-1)?.startIndex ?? null };
}

function imported(
  reader: Reader,
  node: SyntaxNode,
  context: Context,
  kind: "import_source" | "module_path",
  source: ImportSource | null,
): void {
  const name = askedName(reader, node);
  if (name === null) return;
  reader.tokens.push({
    kind,
    name,
    start: node.startIndex,
    end: node.endIndex,
    scope: context.scope,
    source,
  });
}
