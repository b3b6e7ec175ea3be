import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath } from "../python/module-path.ts";
import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { ImportSource, NameToken } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import { isHome } from "../residue/denotation.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { isModuleImport } from "./modules-having.ts";
import { homeIn } from "./home-in.ts";
import type { Scan } from "./scan.ts";
import type { SourceFile } from "./source-file.ts";

/** Further variables that are the symbol, found by what the first answers say. */
export function moreHomes(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  scan: Scan,
  tree: ModuleTree,
): readonly Home[] {
  if (target.member || target.kind === "parameter") return [];
  return [...stubHomes(target, denoted, scan, tree), ...fallbackHomes(target, denoted)];
}

/**
 * Where the symbol is imported, the same variable can have a definition of its own for when the import does not come to
 * pass, as in `try: from fast import x / except ImportError: def x(): …`: one variable, so one name.
 */
function fallbackHomes(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
): readonly Home[] {
  const homes: Home[] = [];
  for (const [file, denotations] of denoted) {
    const variables = new Map<Scope, NameToken[]>();
    for (const token of denotations.keys()) {
      if (token.kind !== "name" || token.binding === null || token.binding === "delete") continue;
      const scope = resolveName(token.scope, token.name);
      variables.set(scope, [...(variables.get(scope) ?? []), token]);
    }
    for (const [scope, bindings] of variables) {
      if (isHome(target, file.path, scope)) continue;
      const imports = bindings.filter((t) => t.binding === "import_from");
      const definitions = bindings.filter((t) => t.binding === "function" || t.binding === "class");
      const whole =
        imports.length > 0 &&
        definitions.length > 0 &&
        imports.length + definitions.length === bindings.length;
      // Until the definition counts as the symbol, the server names both for the import.
      const kinds = imports.map((t) => denotations.get(t)?.kind);
      if (whole && kinds.every((kind) => kind === "family" || kind === "mixed")) {
        homes.push({ path: file.path, scope, declarations: bindings, slots: [] });
      }
    }
  }
  return homes;
}

/**
 * The stub of a module that re-exports the symbol can define it anew, as stubs of packages do: what the stub binds under
 * the name is the module's own variable, and so the symbol.
 */
function stubHomes(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  scan: Scan,
  tree: ModuleTree,
): readonly Home[] {
  const homes: Home[] = [];
  const exporting = new Set(target.homes.filter((h) => h.scope.kind === "module").map((h) => h.path));
  for (const [file, denotations] of denoted) {
    if (moduleImports(file, denotations).some(([, d]) => d.kind === "family")) exporting.add(file.path);
  }
  // The server takes an import from a module to its stub; the program takes it to the source.
  const runs = (source: ImportSource | null, path: string): boolean =>
    source !== null &&
    tree.filesOf(absolutePath(source, path, tree)).some((f) => !f.stub && exporting.has(f.path));
  for (const [file, denotations] of denoted) {
    const stub = scan.files.get(file.path.replace(/\.py$/, ".pyi"));
    if (stub === undefined || stub === file || target.homes.some((h) => h.path === stub.path)) continue;
    const exports = moduleImports(file, denotations).some(
      ([t, d]) => d.kind === "family" || runs(t.source, file.path),
    );
    const home = homeIn(stub, stub.reading.module, target.name);
    // A stub that takes the name from elsewhere tells the server of another symbol than the one that runs.
    const agrees = home.declarations.every((t) => denoted.get(stub)?.get(t)?.kind === "family");
    if (exports && home.declarations.length > 0 && !agrees) homes.push(home);
  }
  return homes;
}

/** The imports that bind the name at the level of the module. */
export function moduleImports(
  { reading }: SourceFile,
  denotations: Denotations,
): readonly (readonly [NameToken, Denotation])[] {
  return [...denotations].filter((entry): entry is [NameToken, Denotation] =>
    isModuleImport(entry[0], reading),
  );
}
