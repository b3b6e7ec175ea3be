import pythonWasm from "tree-sitter-python/tree-sitter-python.wasm";
import type { Node, Tree } from "web-tree-sitter";
import { Language, Parser, Query } from "web-tree-sitter";
import runtimeWasm from "web-tree-sitter/web-tree-sitter.wasm";

/** A node of the concrete syntax tree. `startIndex` and `endIndex` are offsets in UTF-16 code units. */
export type SyntaxNode = Node;

export interface ParsedPython {
  readonly root: SyntaxNode;
  /** The first place that is no Python 3, as an offset; null when all of it is. */
  readonly errorAt: number | null;
  /** Frees the tree; nodes must not be used afterwards. */
  free(): void;
}

/** Parses Python source with tree-sitter, whose trees keep every token and survive errors. */
export interface Grammar {
  parse(text: string): ParsedPython;
  /** Whether all of a text is Python 3. */
  accepts(text: string): boolean;
}

let loading: Promise<Grammar> | null = null;

/** Loads the grammar, once a process (the runtime cannot be set up twice); the wasm is inside the bundle. */
export function loadGrammar(): Promise<Grammar> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Grammar> {
  await Parser.init({ wasmBinary: runtimeWasm });
  const language = await Language.load(pythonWasm);
  const parser = new Parser();
  parser.setLanguage(language);
  const pythonTwo = new Query(language, "[(print_statement) (exec_statement)] @old");
  const grammar: Grammar = {
    parse(text) {
      // Python ends a line at a lone \r, and the grammar does not; the offsets stay the same.
      const tree = parser.parse(text.replace(/\r(?!\n)/g, "\n"));
      if (tree === null) throw new Error("tree-sitter gave no tree");
      const mayBeTwo = /\b(?:print|exec)\b/.test(text);
      const errorAt = firstError(tree, mayBeTwo ? pythonTwo : null);
      return { root: tree.rootNode, errorAt, free: () => tree.delete() };
    },
    accepts(text) {
      const parsed = grammar.parse(text);
      parsed.free();
      return parsed.errorAt === null;
    },
  };
  return grammar;
}

/** The grammar accepts Python 2's print and exec statements, which Python 3 does not. */
function firstError(tree: Tree, pythonTwo: Query | null): number | null {
  const root = tree.rootNode;
  if (root.hasError) return deepestError(root).startIndex;
  if (pythonTwo === null) return null;
  return pythonTwo.matches(root, { matchLimit: 1 })[0]?.captures[0]?.node.startIndex ?? null;
}

function deepestError(node: SyntaxNode): SyntaxNode {
  if (node.isError || node.isMissing) return node;
  for (const child of node.children) {
    if (child.hasError || child.isMissing) return deepestError(child);
  }
  return node;
}
