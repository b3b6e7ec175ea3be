import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath } from "../python/module-path.ts";
import { readModule } from "../python/read-module.ts";
import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { ImportedPath, Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import { lookedUpOn } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { isFromImport, isModuleImport } from "./modules-having.ts";
import { rootBindings, rootOf } from "./receiver.ts";
import type { SourceFile } from "./source-file.ts";

export interface KeptContext {
  readonly target: ResolvedTarget;
  readonly denoted: ReadonlyMap<SourceFile, Denotations>;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
}

/** Tells the kept public name from the renamed one, which the server takes for one symbol. */
export interface KeptReading {
  denote(token: Token, denotation: Denotation, file: SourceFile): Denotation;
}

type Side = "kept" | "renamed" | "unclear";

const KEPT: Denotation = {
  kind: "other",
  detail: "the public name that keep_exports keeps",
  byText: true,
  isKept: true,
};
const UNCLEAR: Denotation = {
  kind: "mixed",
  detail: "it may be the public name that keep_exports keeps, or the renamed one",
};

export function keptReading(exporters: readonly SourceFile[], context: KeptContext): KeptReading {
  const { target, denoted, tree, grammar } = context;
  /** Modules that have the kept name as their attribute, and those that have the renamed one. */
  const kept = new Set(exporters.map((file) => file.path));
  const renamed = new Set(target.homes.map((home) => home.path));
  spread();

  const sideOf = (paths: readonly string[]): Side => {
    const [inKept, inRenamed] = [paths.some((p) => kept.has(p)), paths.some((p) => renamed.has(p))];
    if (inKept === inRenamed) return "unclear";
    return inKept ? "kept" : "renamed";
  };
  const moduleFiles = (module: ImportedPath, file: SourceFile) =>
    tree.filesOf(absolutePath(module, file.path, tree)).map((f) => f.path);
  const ofSource = (source: ImportedPath | null, file: SourceFile): Side =>
    source === null ? "unclear" : sideOf(moduleFiles(source, file));

  /** Whoever imports the name from one of the modules has the same. */
  function spread(): void {
    for (let before = -1; before < kept.size + renamed.size;) {
      before = kept.size + renamed.size;
      for (const [file, denotations] of denoted) {
        if (kept.has(file.path) || renamed.has(file.path)) continue;
        const imports = [...denotations.keys()].filter((t) => isModuleImport(t, file.reading));
        const sources = [
          ...imports.map((t) => t.source),
          ...(imports.length === 0 ? file.reading.starImports.map((s) => s.source) : []),
        ];
        const paths = sources.flatMap((s) =>
          s === null ? [] : tree.filesOf(absolutePath(s, file.path, tree)).map((f) => f.path),
        );
        if (paths.some((p) => kept.has(p))) kept.add(file.path);
        else if (paths.some((p) => renamed.has(p))) renamed.add(file.path);
      }
    }
  }

  /** The variable is what the imports that bind it import; in a module that exports the name it is the kept one. */
  function ofVariable(variable: Scope, file: SourceFile): Side {
    if (variable === file.reading.module && exporters.includes(file)) return "kept";
    if (target.homes.some((home) => home.path === file.path && home.scope === variable)) return "renamed";
    const imports = file.reading.tokens.filter(
      (t) => t.name === target.name && isFromImport(t) && resolveName(t.scope, t.name) === variable,
    );
    const sides = new Set(
      imports.map((t) => (isFromImport(t) ? ofSource(t.source, file) : ("unclear" as const))),
    );
    if (imports.length === 0) {
      for (const { source } of file.reading.starImports) {
        const of = ofSource(source, file);
        if (of !== "unclear") sides.add(of);
      }
    }
    const [only] = sides;
    return sides.size === 1 && only !== undefined ? only : "unclear";
  }

  function ofReceiver(token: Token, file: SourceFile): Side {
    if (token.kind !== "attribute" || token.receiver === null) return "unclear";
    const written = token.receiver;
    const { tokens } = readModule(grammar, file.text, new Set([rootOf(written)]));
    const sides = new Set(
      rootBindings(tokens, written).map((binding): Side => {
        if (binding.imports === null) return "unclear";
        const module = absolutePath(binding.imports, file.path, tree);
        const path = module + written.text.slice(rootOf(written).length);
        return sideOf(tree.filesOf(path).map((f) => f.path));
      }),
    );
    const [only] = sides;
    return sides.size === 1 && only !== undefined ? only : "unclear";
  }

  function ofString(token: Token & { kind: "string" }, file: SourceFile): Side {
    const on = lookedUpOn(token, target);
    if (on?.kind === "module") return sideOf(tree.filesOf(on.name).map((f) => f.path));
    if (on?.kind === "object" || token.afterDot) return "unclear";
    if (on?.kind === "globals" || token.role === "export_list") return ofVariable(file.reading.module, file);
    return ofVariable(resolveName(token.scope, token.name), file);
  }

  /** Text, and not a name that is looked up. */
  function isText(token: Token): boolean {
    if (token.kind === "comment") return !token.typeComment;
    if (token.kind !== "string" || lookedUpOn(token, target) !== null) return false;
    return !["annotation", "type_argument", "export_list"].includes(token.role);
  }

  function side(token: Token, file: SourceFile): Side {
    switch (token.kind) {
      case "import_source":
        return ofSource(token.source, file);
      case "name":
        if (isFromImport(token) && !exporters.includes(file)) return ofSource(token.source, file);
        return ofVariable(resolveName(token.scope, token.name), file);
      case "comment":
        return ofVariable(resolveName(token.scope, token.name), file);
      case "attribute":
        return ofReceiver(token, file);
      case "string":
        return ofString(token, file);
      case "keyword":
      case "pattern_keyword":
      case "module_path":
        return "renamed";
    }
  }

  return {
    denote(token, denotation, file) {
      if (isText(token)) return denotation;
      const isListed = token.kind === "string" && token.role === "export_list";
      if (denotation.kind !== "family" && denotation.kind !== "mixed" && !isListed) return denotation;
      switch (side(token, file)) {
        case "kept":
          return KEPT;
        case "renamed":
          return denotation;
        case "unclear":
          return isListed && denotation.kind === "other" ? denotation : UNCLEAR;
      }
    },
  };
}
