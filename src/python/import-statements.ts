import type { Grammar, SyntaxNode } from "./grammar.ts";

/** A piece of text: offsets in UTF-16 code units, half open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One of the things that a statement imports, with its alias: `a.b as m`, `c`. */
export interface ImportItem extends Span {
  /** Dotted, without white space; one name in a `from` import. */
  readonly path: string;
  readonly pathSpan: Span;
  readonly alias: string | null;
}

interface Placed extends Span {
  /** It does not run when the module is loaded: in a function, or for type checkers only. */
  readonly isLazy: boolean;
}

export type ImportStatement = Placed &
  (
    | { readonly kind: "import"; readonly items: readonly ImportItem[] }
    | {
        readonly kind: "from";
        /** Leading dots, and the path behind them: `..a.b`, with its span, dots included. */
        readonly dots: number;
        readonly path: string;
        readonly moduleSpan: Span;
        /** Empty for `from m import *`. */
        readonly items: readonly ImportItem[];
      }
  );

/** All imports of a source text but those of `__future__`, in order, wherever they stand. */
export function importStatements(grammar: Grammar, text: string): readonly ImportStatement[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root
      .descendantsOfType(["import_statement", "import_from_statement"])
      .map((node) => (node.type === "import_statement" ? plainImport(node) : fromImport(node)));
  } finally {
    parsed.free();
  }
}

/** What plain imports import: `a.b` and `c as d` of `import a.b, c as d`. */
export function plainItems(statements: readonly ImportStatement[]): readonly ImportItem[] {
  return statements.flatMap((statement) => (statement.kind === "import" ? statement.items : []));
}

function plainImport(node: SyntaxNode): ImportStatement {
  return { ...placed(node), kind: "import", items: node.namedChildren.flatMap((child) => itemOf(child)) };
}

function fromImport(node: SyntaxNode): ImportStatement {
  const module = node.childForFieldName("module_name");
  const prefix = module?.type === "relative_import" ? module.namedChildren[0]?.text : "";
  return {
    ...placed(node),
    kind: "from",
    dots: (prefix ?? "").replace(/[^.]/g, "").length,
    path: module === null ? "" : dotted(module),
    moduleSpan: module === null ? spanOf(node) : spanOf(module),
    items: node.namedChildren
      .filter((child) => child.startIndex !== module?.startIndex)
      .flatMap((child) => itemOf(child)),
  };
}

function placed(node: SyntaxNode): Placed {
  let isLazy = false;
  for (let inner = node, outer = node.parent; outer !== null; inner = outer, outer = outer.parent) {
    const isForCheckers =
      outer.type === "if_statement" &&
      outer.childForFieldName("consequence")?.id === inner.id &&
      /^(?:\w+\.)?TYPE_CHECKING$/.test(outer.childForFieldName("condition")?.text ?? "");
    isLazy ||= isForCheckers || outer.type === "function_definition";
  }
  return { ...spanOf(node), isLazy };
}

function itemOf(node: SyntaxNode): readonly ImportItem[] {
  if (node.type === "dotted_name") {
    return [{ ...spanOf(node), path: dotted(node), pathSpan: spanOf(node), alias: null }];
  }
  if (node.type !== "aliased_import") return [];
  const name = node.childForFieldName("name");
  if (name === null) return [];
  const alias = node.childForFieldName("alias")?.text.normalize("NFKC") ?? null;
  return [{ ...spanOf(node), path: dotted(name), pathSpan: spanOf(name), alias }];
}

/** The identifiers below a node with dots between them, in normal form. */
function dotted(node: SyntaxNode): string {
  return node
    .descendantsOfType("identifier")
    .map((part) => part.text.normalize("NFKC"))
    .join(".");
}

function spanOf(node: SyntaxNode): Span {
  return { start: node.startIndex, end: node.endIndex };
}
