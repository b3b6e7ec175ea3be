import type { Grammar, SyntaxNode } from "./grammar.ts";
import { readModule } from "./read-module.ts";
import type { Scope } from "./scope.ts";
import { resolveName, resolveOutside } from "./scope.ts";
import type { ImportedPath } from "./token.ts";

/** A name that an import binds. */
export interface ImportedName {
  readonly name: string;
  readonly imports: ImportedPath;
  /** Where its variable lives. */
  readonly scope: Scope;
}

/** One reading of a variable that imports bind, with the attributes that are read from it: `mod.a.b`. */
export interface ImportedUse {
  /** Offset of the name. */
  readonly start: number;
  /** All that imports bind the variable to. */
  readonly bindings: readonly ImportedName[];
  /** The attributes behind it, as far as there are only names and dots. */
  readonly attributes: readonly string[];
  /**
   * The function looks one attribute of its first argument up, or replaces it, and does not keep the argument: the
   * attribute's name in `getattr(mod, "name")`; null in any other place.
   */
  readonly lookedUp: string | null;
}

/** How one file gets at modules and uses them. */
export interface ModuleUses {
  readonly imported: readonly ImportedName[];
  readonly uses: readonly ImportedUse[];
  readonly starImports: readonly ImportedPath[];
  /** Dotted names in strings, which may be paths of modules to replace, as `mock.patch` takes them. */
  readonly mentioned: ReadonlySet<string>;
  /** It can get at modules in a way that does not say which, or cannot be read as a whole. */
  readonly dynamic: boolean;
}

const ATTRIBUTES = /^(?:\s*\.\s*[\p{XID_Start}_][\p{XID_Continue}]*)*/u;
/** Behind these an object is a first argument of which one attribute is looked up or replaced. */
const LOOKS_UP = /(?:(?<![\w.])(?:hasattr|getattr|setattr|delattr)|\.(?:setattr|delattr|object))\s*\(\s*$/;
const LITERAL_ARGUMENT = /^\s*,\s*(["'])(\w+)\1\s*[,)]/;
const DOTTED_STRING = /(["'])([A-Za-z_]\w*(?:\.\w+)+)(?::[\w.]+)?\1/g;
/**
 * By these a program can get at a module without naming it, hand a name space on, put a fake in a module's place, or keep
 * a function under its own name.
 */
const DYNAMIC = new RegExp(
  [
    "\\b(?:importlib|import_module|__import__|importorskip|import_string|pkgutil|runpy|pydoc|zipimport|inspect)\\b",
    "\\b(?:entry_points|pluginmanager|metafunc|load_source|LazyLoader|ModuleType|SimpleNamespace|Namespace)\\b",
    "\\b(?:__loader__|__spec__|__globals__|__builtins__|f_globals|f_locals|get_objects|load_module|exec_module|getplugin|register_function)\\b",
    "\\b(?:mock|mocker|monkeypatch|patch|doctest|attrgetter|methodcaller)\\b",
    "\\bsys\\s*\\.\\s*modules\\b|(?<![.\\w])modules\\s*(?:\\[|\\.)|[\"']modules[\"']|\\bimport\\s+(?:\\([^)]*)?\\b(?:modules|__main__|imp)\\b|\\.module\\b",
    "\\bdef\\s+(?:setup|teardown)_module\\s*\\(\\s*\\w",
    "(?<![.\\w])(?:exec|eval|compile|globals)\\s*\\(|(?<![.\\w])vars\\s*\\(\\s*\\)",
    // What is only filled into a template goes nowhere else.
    "(?<!\\.format\\((?:[^()]|\\([^()]*\\))*\\*\\*)(?<![.\\w])locals\\s*\\(",
    // Names of the module itself and of classes are no names of functions.
    "(?<!\\btype\\([\\w.]*\\))(?<!\\b(?:__class__|cls))\\.__(?:qual)?name__\\b|[\"']__(?:qual)?name__[\"']",
  ].join("|"),
);

/** Reads how a file uses the modules that it imports. What strings of one line say counts where that is on the safe side. */
export function moduleUses(grammar: Grammar, text: string): ModuleUses {
  const { names, code } = survey(grammar, text);
  const { tokens, starImports, errorAt } = readModule(grammar, text, names);
  const imported = tokens.flatMap((t): readonly ImportedName[] =>
    t.kind === "name" && t.imports !== null
      ? [{ name: t.name, imports: t.imports, scope: resolveName(t.scope, t.name) }]
      : [],
  );
  const uses: ImportedUse[] = [];
  for (const token of tokens) {
    if (token.kind !== "name" || token.binding !== null) continue;
    // A class body reads the name from outside before it binds it.
    const variable = resolveName(token.scope, token.name);
    const outside = variable.kind === "class" ? resolveOutside(token.scope, token.name) : variable;
    const ofVariable = imported.filter(
      (b) => b.name === token.name && (b.scope === variable || b.scope === outside),
    );
    if (ofVariable.length === 0) continue;
    const written = ATTRIBUTES.exec(text.slice(token.end, token.end + LONGEST_CHAIN))?.[0] ?? "";
    const attributes = written.split(".").flatMap((part) => part.trim() || []);
    uses.push({
      start: token.start,
      bindings: ofVariable,
      attributes,
      lookedUp: lookedUp(text, token.start, token.end + written.length),
    });
  }
  const dynamic = DYNAMIC.test(code) || errorAt !== null;
  return {
    imported,
    uses,
    starImports: starImports.map((s) => s.source),
    mentioned: new Set([...code.matchAll(DOTTED_STRING)].map((m) => m[2] ?? "")),
    dynamic,
  };
}

const LONGEST_CHAIN = 400;

function lookedUp(text: string, start: number, end: number): string | null {
  if (!LOOKS_UP.test(text.slice(Math.max(0, start - 60), start))) return null;
  return LITERAL_ARGUMENT.exec(text.slice(end, end + 200))?.[2] ?? null;
}

interface Survey {
  /** Every name that stands in an import, which takes in the names that imports bind. */
  readonly names: ReadonlySet<string>;
  /** The text without comments and strings of several lines. */
  readonly code: string;
}

function survey(grammar: Grammar, text: string): Survey {
  const parsed = grammar.parse(text);
  try {
    const imports = parsed.root.descendantsOfType(["import_statement", "import_from_statement"]);
    const names = imports.flatMap((node: SyntaxNode) =>
      node.descendantsOfType("identifier").map((id) => id.text.normalize("NFKC")),
    );
    let code = "";
    let end = 0;
    for (const node of parsed.root.descendantsOfType(["comment", "string"])) {
      const runs = node.namedChildren.some((child) => child.type === "interpolation");
      const prose = node.type === "comment" || (!runs && node.startPosition.row !== node.endPosition.row);
      if (!prose || node.startIndex < end) continue;
      code += text.slice(end, node.startIndex);
      end = node.endIndex;
    }
    return { names: new Set(names), code: code + text.slice(end) };
  } finally {
    parsed.free();
  }
}
