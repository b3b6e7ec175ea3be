import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath, canMean } from "../python/module-path.ts";
import { readModule } from "../python/read-module.ts";
import type { DottedName, Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { modulesHaving } from "./modules-having.ts";
import { moduleImports } from "./more-homes.ts";
import { rootBindings, rootOf } from "./receiver.ts";
import { replacesModule } from "./replaces-module.ts";
import type { Scan } from "./scan.ts";
import type { SourceFile } from "./source-file.ts";

export interface StandInContext {
  readonly scan: Scan;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
}

/**
 * Doubts what is proved of single places where something else can stand for the module of the symbol: a fake with members
 * of the same names in a test, another binding of the name that a module is imported under, options that are written
 * into its name space, a stub that tells another story than its source.
 */
export function doubtStandIns(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  { scan, tree, grammar }: StandInContext,
): Map<SourceFile, Denotations> {
  const result = new Map(denoted);
  if (target.member || target.kind === "parameter") return result;
  const own = target.homes.map((home) => home.path);
  const having = modulesHaving(target.name, own, scan, tree);
  const called = new Set([...having].map((path) => tree.moduleOf(path).split(".").at(-1) ?? ""));
  for (const [file, denotations] of denoted) {
    const replaces = replacesModule(file.text, called, grammar);
    const lies = tellsOtherwise(file, denotations, denoted);
    const seconds = secondBindings(file, denotations, having, tree, grammar);
    const known = new Map<Token, Denotation>(denotations);
    for (const [token, { kind }] of denotations) {
      const doubt =
        (kind === "other" && replaces && isMemberOfFake(token) && FAKE) ||
        (kind === "other" && fillsNameSpace(token, file) && OPTION) ||
        (lies && kind === "family" && token.kind === "name" && STUB) ||
        (seconds.has(token) && SECOND);
      if (doubt !== false) known.set(token, doubt);
    }
    result.set(file, known);
  }
  return result;
}

const FAKE: Denotation = {
  kind: "unknown",
  detail: "a member of an object that may be put in the place of the module in this file",
};
const OPTION: Denotation = { kind: "unknown", detail: "a keyword that may be written into a name space" };
const STUB: Denotation = {
  kind: "mixed",
  detail: "the source beside this stub takes the name from elsewhere",
};
const SECOND: Denotation = {
  kind: "mixed",
  detail:
    "the name in front of the dot is a module of the repository on one path, and something else on another",
};

function isMemberOfFake(token: Token): boolean {
  if (token.kind === "keyword") return true;
  return token.kind === "name" && token.binding !== null && token.scope.kind === "class";
}

function fillsNameSpace(token: Token, file: SourceFile): boolean {
  if (token.kind !== "keyword") return false;
  const before = file.text.slice(Math.max(0, token.start - 200), token.start);
  return /(?:\bpatch\.(?:multiple|dict|object)|(?:\b(?:globals|vars)\([^()]*\)|__dict__)\.update)\s*\([^()]*(?:\([^()]*\)[^()]*)*$/.test(
    before,
  );
}

/** A stub imports the symbol, and its source binds the name to something else, or where that cannot be seen. */
function tellsOtherwise(
  file: SourceFile,
  denotations: Denotations,
  denoted: ReadonlyMap<SourceFile, Denotations>,
): boolean {
  if (!file.path.endsWith(".pyi")) return false;
  const imports = (f: SourceFile, d: Denotations) =>
    moduleImports(f, d).some(([, { kind }]) => kind === "family");
  if (!imports(file, denotations)) return false;
  const source = [...denoted].find(([f]) => f.path === file.path.slice(0, -1));
  return source !== undefined && !imports(...source);
}

/**
 * The attributes whose variable in front of the dot is bound by an import of a module that has the symbol, and by
 * something else too.
 */
function secondBindings(
  file: SourceFile,
  denotations: Denotations,
  having: ReadonlySet<string>,
  tree: ModuleTree,
  grammar: Grammar,
): ReadonlySet<Token> {
  const written = [...denotations].flatMap(([token, { kind }]) =>
    token.kind === "attribute" && token.receiver !== null && (kind === "family" || kind === "other")
      ? [{ token, receiver: token.receiver }]
      : [],
  );
  const roots = [...new Set(written.map(({ receiver }) => rootOf(receiver)))].filter((root) =>
    new RegExp(`\\bimport\\b[^\\n]*\\b${root}\\b`).test(file.text),
  );
  if (roots.length === 0) return new Set();
  const { tokens } = readModule(grammar, file.text, new Set(roots));
  const isDoubtful = (receiver: DottedName): boolean => {
    const bindings = rootBindings(tokens, receiver)
      .filter((t) => t.binding !== "delete")
      // Nothing is taken from None.
      .filter((t) => !/^\s*(?::[^=\n]*)?=\s*None\b/.test(file.text.slice(t.end, t.end + 200)));
    const paths = new Set(
      bindings.map((t) => (t.imports === null ? t.binding : absolutePath(t.imports, file.path, tree))),
    );
    return paths.size > 1 && [...paths].some((path) => path !== null && canMean(path, having, tree));
  };
  return new Set(written.filter(({ receiver }) => isDoubtful(receiver)).map(({ token }) => token));
}
