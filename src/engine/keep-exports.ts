import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath, isInit } from "../python/module-path.ts";
import type { ImportSource, NameToken, Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import { isHome } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { isModuleImport } from "./modules-having.ts";
import { placeAt } from "./place-at.ts";
import type { KeptContext } from "./kept-reading.ts";
import { keptReading } from "./kept-reading.ts";
import type { SourceFile } from "./source-file.ts";

export interface KeptExports {
  readonly denoted: ReadonlyMap<SourceFile, Denotations>;
  /** Imports that bind the old name to the renamed symbol: `from .a import new as old`. */
  readonly aliased: ReadonlySet<Token>;
  readonly notices: readonly string[];
}

/**
 * What an entry with `keep_exports` leaves alone: a module that says that it exports the name, by a redundant alias or by the
 * `__all__` of a package, goes on to do so, and whoever takes the name from there takes the old one.
 */
export function keepExports(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: Omit<KeptContext, "target" | "denoted">,
): KeptExports {
  if (!target.target.keepExports) return { denoted, aliased: new Set(), notices: [] };
  const exporters = target.member ? [] : findExporters(target, denoted, context.tree);
  if (exporters.length === 0) {
    const nothing = `keep_exports of ${target.target.entry} keeps nothing: no module exports ${target.name} by \`import ${target.name} as ${target.name}\`, and no package lists it in its __all__.`;
    return { denoted, aliased: new Set(), notices: [nothing] };
  }
  const reading = keptReading(
    exporters.map((e) => e.file),
    { ...context, target, denoted },
  );
  const aliased = new Set<Token>(exporters.flatMap((e) => (e.isAliased ? [] : [e.token])));
  const all = new Map<SourceFile, Denotations>();
  for (const [file, denotations] of denoted) {
    const mine = new Map<Token, Denotation>();
    for (const [token, denotation] of denotations)
      mine.set(token, aliased.has(token) ? denotation : reading.denote(token, denotation, file));
    all.set(file, mine);
  }
  const notices = exporters.map(({ file, token }) => {
    const { path, line } = placeAt(file, token.start);
    return `${path}:${line} keeps the public name ${context.tree.moduleOf(path)}.${target.name}.`;
  });
  return { denoted: all, aliased, notices };
}

interface Exporter {
  readonly file: SourceFile;
  /** The name that the import binds. */
  readonly token: NameToken;
  /** The name has an alias already, which is the same. */
  readonly isAliased: boolean;
}

/** The modules that export the name, and take it from the module that defines it, or from one that follows the rename. */
function findExporters(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  tree: ModuleTree,
): readonly Exporter[] {
  const found: Exporter[] = [];
  for (const [file, denotations] of denoted) {
    for (const [token, denotation] of denotations) {
      if (denotation.kind !== "family" || !isModuleImport(token, file.reading)) continue;
      const isAliased = hasAlias(token, denotations);
      if (isAliased || (isInit(file.path) && lists(file, target.name)))
        found.push({ file, token, isAliased });
    }
  }
  // A stub and its source are one module.
  const stems = new Set(found.map((e) => stemOf(e.file.path)));
  for (const [file, denotations] of denoted) {
    if (!stems.has(stemOf(file.path)) || found.some((e) => e.file === file)) continue;
    for (const [token, denotation] of denotations) {
      if (denotation.kind === "family" && isModuleImport(token, file.reading))
        found.push({ file, token, isAliased: hasAlias(token, denotations) });
    }
  }
  const renamed = followers(target, new Set(found.map((e) => e.file)), denoted, tree);
  // One that takes the name from another exporter is beyond that.
  return found.filter(
    ({ file, token }) =>
      !isHome(target, file.path, file.reading.module) &&
      sourceFiles(token.source, file, tree).some((path) => renamed.has(path)),
  );
}

/** The modules that have the renamed name as their attribute, seen without those that may keep the old one. */
function followers(
  target: ResolvedTarget,
  exporters: ReadonlySet<SourceFile>,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  tree: ModuleTree,
): ReadonlySet<string> {
  const paths = new Set(target.homes.map((home) => home.path));
  for (let before = -1; before < paths.size;) {
    before = paths.size;
    for (const [file, denotations] of denoted) {
      const imports = [...denotations.keys()].filter((t) => isModuleImport(t, file.reading));
      const sources = [...imports, ...file.reading.starImports].map((i) => i.source);
      const takes = sources.some((s) => sourceFiles(s, file, tree).some((path) => paths.has(path)));
      if (takes && !exporters.has(file)) paths.add(file.path);
    }
  }
  return paths;
}

function hasAlias(token: NameToken, denotations: Denotations): boolean {
  return [...denotations.keys()].some(
    (t) =>
      t.kind === "import_source" &&
      t.scope === token.scope &&
      t.source?.at === token.source?.at &&
      t.end < token.start &&
      token.start - t.end < LONGEST_AS,
  );
}

/** Between a name and its alias stand `as`, blanks, and perhaps the end of a line. */
const LONGEST_AS = 40;

function lists({ reading }: SourceFile, name: string): boolean {
  return reading.tokens.some(
    (t) => t.kind === "string" && t.role === "export_list" && t.whole && t.name === name,
  );
}

function stemOf(path: string): string {
  return path.replace(/\.pyi?$/, "");
}

function sourceFiles(source: ImportSource | null, { path }: SourceFile, tree: ModuleTree): readonly string[] {
  return source === null ? [] : tree.filesOf(absolutePath(source, path, tree)).map((f) => f.path);
}
