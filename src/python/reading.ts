import type { SyntaxNode } from "./grammar.ts";
import type { BindingKind, Scope } from "./scope.ts";
import { bindingScope } from "./scope.ts";
import type { ImportSource, ImportedPath, StringRole, Token } from "./token.ts";

/** A `from m import *`. */
export interface StarImport {
  readonly source: ImportSource;
  readonly scope: Scope;
  /** Offset of the statement. */
  readonly at: number;
  /** It is a statement of the module itself, under no condition. */
  readonly unconditional: boolean;
}

/** What one file says about the names that were asked for. */
export interface ModuleReading {
  readonly module: Scope;
  readonly tokens: readonly Token[];
  readonly starImports: readonly StarImport[];
  /** Module-level names that the value of `__all__` is made from. */
  readonly exportSources: ReadonlySet<string>;
  /** The module has an `__all__`. */
  readonly hasExportList: boolean;
  /** It, or that of another module, is made in a way that a reader of literals alone cannot follow. */
  readonly buildsExportList: boolean;
  /** Names that the `__slots__` of a class are made from. */
  readonly slotsSources: ReadonlySet<string>;
  /** Names that the module's own `__getattr__` (PEP 562) is made from. */
  readonly lazyExportSources: ReadonlySet<string>;
  /** Offset of the first place that does not parse; null when all does. */
  readonly errorAt: number | null;
}

/** What a visitor knows of the place it is at. */
export interface Context {
  readonly scope: Scope;
  readonly role: StringRole;
  readonly assignedTo: string | null;
  readonly inHeaderOf: string | null;
  /** The functions with a name of interest in whose arguments the place stands. */
  readonly callees: readonly { readonly name: string; readonly at: number }[];
}

/** The offsets of the enclosing functions of a name. */
export function calleesNamed(context: Context, name: string): readonly number[] {
  return context.callees.filter((c) => c.name === name).map((c) => c.at);
}

/** One reading under way. */
export interface Reader {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  readonly tokens: Token[];
  readonly starImports: StarImport[];
  readonly exportSources: Set<string>;
  readonly lazyExportSources: Set<string>;
  readonly slotsSources: Set<string>;
  hasExportList: boolean;
  buildsExportList: boolean;
  /** Something of interest stands within these offsets. */
  touches(node: SyntaxNode): boolean;
  visit(node: SyntaxNode, context: Context): void;
  visitChildren(node: SyntaxNode, context: Context): void;
}

export type Visitor = (reader: Reader, node: SyntaxNode, context: Context) => void;

/** The identifier in normal form, when it is one that was asked for. */
export function askedName(reader: Reader, node: SyntaxNode): string | null {
  if (node.type !== "identifier" || !reader.touches(node)) return null;
  const name = reader.text.slice(node.startIndex, node.endIndex).normalize("NFKC");
  return reader.names.has(name) ? name : null;
}

/** Records that an identifier binds in a scope; nothing for names that were not asked for. */
export function bind(
  reader: Reader,
  node: SyntaxNode,
  context: Context,
  binding: BindingKind,
  more: {
    readonly source?: ImportSource;
    readonly imports?: ImportedPath | null;
    readonly decorators?: readonly string[];
    readonly into?: Scope;
  } = {},
): void {
  const name = askedName(reader, node);
  if (name === null) return;
  const into = more.into ?? context.scope;
  bindingScope(into, name).bound.add(name);
  reader.tokens.push({
    kind: "name",
    name,
    start: node.startIndex,
    end: node.endIndex,
    scope: into,
    binding,
    source: more.source ?? null,
    imports: more.imports ?? null,
    decorators: more.decorators ?? [],
    inHeaderOf: null,
  });
}

/** Adds every name that is written below a node. */
export function addNames(reader: Reader, node: SyntaxNode, names: Set<string>): void {
  for (const identifier of [node, ...node.descendantsOfType("identifier")]) {
    if (identifier.type === "identifier")
      names.add(reader.text.slice(identifier.startIndex, identifier.endIndex));
  }
}

/** Records a use of a bare name. */
export function use(reader: Reader, node: SyntaxNode, context: Context): void {
  const name = askedName(reader, node);
  if (name === null) return;
  reader.tokens.push({
    kind: "name",
    name,
    start: node.startIndex,
    end: node.endIndex,
    scope: context.scope,
    binding: null,
    source: null,
    imports: null,
    decorators: [],
    inHeaderOf: context.inHeaderOf,
  });
}
