import type { Grammar, SyntaxNode } from "./grammar.ts";
import type { Context, ModuleReading, Reader, StarImport } from "./reading.ts";
import { newScope } from "./scope.ts";
import type { Token } from "./token.ts";
import { VISITORS } from "./visitors.ts";
import { adjacentPieces, otherSpellings } from "./words.ts";

/** Names that are read whatever is asked for, since they decide what a module exports. */
const ALWAYS = ["__all__", "__getattr__", "__slots__"] as const;
const STAR_IMPORT = /\bimport\s*\(?\s*\*/g;

/**
 * Reads one Python source: every written place of the given names with the scope that it belongs to. Only the parts
 * of the tree that hold such a place are visited. Never throws for any text.
 */
export function readModule(grammar: Grammar, text: string, names: ReadonlySet<string>): ModuleReading {
  const asked = new Set([...names, ...ALWAYS]);
  const offsets = interestingOffsets(text, asked);
  const parsed = grammar.parse(text);
  try {
    const module = newScope("module", "", null);
    const reader = newReader(text, asked, offsets);
    const context: Context = {
      scope: module,
      role: "plain",
      assignedTo: null,
      inHeaderOf: null,
      callees: [],
    };
    reader.visit(parsed.root, context);
    // A comment can stand between any two tokens, also where no visitor looks.
    for (const comment of parsed.root.descendantsOfType("comment")) reader.visit(comment, context);
    return {
      module,
      tokens: reader.tokens
        .filter((t) => names.has(t.name))
        .sort((a, b) => a.start - b.start || a.end - b.end),
      starImports: reader.starImports,
      exportSources: reader.exportSources,
      hasExportList: reader.hasExportList,
      buildsExportList: reader.buildsExportList,
      slotsSources: reader.slotsSources,
      lazyExportSources: reader.lazyExportSources,
      errorAt: parsed.errorAt,
    };
  } finally {
    parsed.free();
  }
}

function newReader(text: string, names: ReadonlySet<string>, offsets: readonly number[]): Reader {
  const tokens: Token[] = [];
  const starImports: StarImport[] = [];
  const comments = new Set<number>();
  const reader: Reader = {
    text,
    names,
    tokens,
    starImports,
    exportSources: new Set<string>(),
    hasExportList: false,
    buildsExportList: false,
    slotsSources: new Set<string>(),
    lazyExportSources: new Set<string>(),
    touches: (node) => anyWithin(offsets, node.startIndex, node.endIndex),
    visit(node: SyntaxNode, context: Context) {
      if (!reader.touches(node)) return;
      if (node.type === "comment") {
        if (comments.has(node.startIndex)) return;
        comments.add(node.startIndex);
      }
      const visitor = VISITORS.get(node.type);
      if (visitor === undefined) return reader.visitChildren(node, context);
      visitor(reader, node, context);
      for (const child of node.namedChildren) if (child.type === "comment") reader.visit(child, context);
    },
    visitChildren(node: SyntaxNode, context: Context) {
      for (const child of node.namedChildren) reader.visit(child, context);
    },
  };
  return reader;
}

function interestingOffsets(text: string, names: ReadonlySet<string>): readonly number[] {
  const offsets: number[] = [];
  for (const name of names) {
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) offsets.push(at);
  }
  for (const spelling of otherSpellings(text, names)) offsets.push(spelling.start);
  offsets.push(...adjacentPieces(text, names));
  for (const star of text.matchAll(STAR_IMPORT)) offsets.push(star.index);
  return offsets.sort((a, b) => a - b);
}

function anyWithin(offsets: readonly number[], start: number, end: number): boolean {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const first = offsets[low];
  return first !== undefined && first < end;
}
