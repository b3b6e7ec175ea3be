import type { Plan, SymbolTarget } from "../model/plan.ts";
import { oldName } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { blocks } from "../model/residue-item.ts";
import type { Grammar } from "../python/grammar.ts";
import { loadGrammar } from "../python/grammar.ts";
import { importStatements } from "../python/import-statements.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath, moduleTree } from "../python/module-path.ts";
import type { Token } from "../python/token.ts";
import { residueAt, residueItem } from "../residue/classify.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { sortResidue } from "../residue/sort-residue.ts";
import type { Denotations } from "./denote.ts";
import { denoteAll } from "./denote-all.ts";
import { doubtStandIns } from "./doubt-stand-ins.ts";
import { findModule } from "./find-module.ts";
import { moduleMap } from "./module-map.ts";
import { moduleValues } from "./module-values.ts";
import type { RunPorts } from "./run-plan.ts";
import { ruleOutModules } from "./rule-out-modules.ts";
import { scan } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { scanNames } from "./scan-names.ts";
import { openSession } from "./session.ts";
import { startServer } from "./start-server.ts";
import type { SourceFile } from "./source-file.ts";

export interface RecheckRequest {
  /** A plan that has been applied to the tree, or to one that the tree was made from. */
  readonly plan: Plan;
  /** As in `RunRequest`. */
  readonly planFiles: readonly string[];
}

/**
 * What in a tree may still, or again, mean the symbols that a plan has renamed: code that came in from elsewhere since.
 * Nothing is written. An old name that the plan itself gives to another symbol cannot be told from it and is passed over.
 */
export async function recheckPlan(
  { plan, planFiles }: RecheckRequest,
  { workspace, servers, progress }: Omit<RunPorts, "transaction">,
): Promise<readonly ResidueItem[]> {
  const listed = await workspace.files();
  const fileSet = { ...listed, files: listed.files.filter((f) => !planFiles.includes(f.path)) };
  const tree = moduleTree(fileSet);
  const grammar = await loadGrammar();
  progress.stage(`Scanning ${fileSet.files.length} files`);
  const scanned = await scan(fileSet, scanNames(plan), workspace, grammar, () => false);
  const givenRoots = plan.sourceRoots?.map((root) => (root === "." ? "" : root)) ?? null;
  const targets: ResolvedTarget[] = [];
  const roots = new Set<string>();
  for (const target of plan.symbols.filter((t) => !isGivenAgain(t, plan))) {
    const found = findModule(target, tree, givenRoots, () => null);
    targets.push(withoutDeclaration(target, found.ok ? found.files.map((f) => f.path) : [], scanned));
    if (found.ok) roots.add(found.root);
  }
  const unreadable = [
    ...scanned.unreadable.map(({ item }) => item).filter(blocks),
    ...staleImports(plan, scanned, tree, grammar),
  ];
  const names = new Set(targets.map(({ name }) => name));
  const isWritten = [...scanned.files.values()].some((f) => f.reading.tokens.some((t) => names.has(t.name)));
  if (!isWritten) return sortResidue(unreadable);

  const python = fileSet.files.filter((f) => f.kind === "python").map((f) => f.path);
  progress.stage("Waiting for the language server");
  const server = await startServer(servers, workspace, python, tree, givenRoots, [...roots]);
  try {
    const session = openSession(server, scanned, workspace, fileSet.files);
    for (const path of scanned.candidates) session.open(path);
    const modules = moduleValues(python, session, tree, grammar);
    const items = [...unreadable];
    for (const target of targets) {
      const asking = { session, scan: scanned, tree, grammar, allies: [], isAsked: isCode };
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const denoted = await denoteAll(target, asking);
      // oxlint-disable-next-line no-await-in-loop
      const ruledOut = await ruleOutModules(target, denoted, modules);
      items.push(...unproved(doubtStandIns(target, ruledOut, { scan: scanned, tree, grammar })));
    }
    return sortResidue(items);
  } finally {
    await server.stop();
  }
}

/** Imports of modules by the path that they had before they moved, where nothing is any more. */
function staleImports(
  { modules }: Plan,
  scanned: Scan,
  tree: ModuleTree,
  grammar: Grammar,
): readonly ResidueItem[] {
  const map = moduleMap(modules);
  const isStale = (dotted: string) => map.entryOf(dotted) !== null && tree.filesOf(dotted).length === 0;
  const found: ResidueItem[] = [];
  for (const file of modules.length === 0 ? [] : scanned.files.values()) {
    for (const statement of importStatements(grammar, file.text)) {
      const source = statement.kind === "from" ? absolutePath(statement, file.path, tree) : "";
      const paths =
        statement.kind === "import"
          ? statement.items.map(({ path }) => path)
          : [source, ...statement.items.map(({ path }) => (source === "" ? path : `${source}.${path}`))];
      // What a `from` import names in a module that is there is a name of it.
      const isOld = paths.some(
        (path, i) =>
          isStale(path) && (statement.kind === "import" || i === 0 || map.entryOf(path)?.old === path),
      );
      if (isOld) {
        found.push(residueAt(statement.start, file, "unresolved", "imports a module by its old path"));
      }
    }
  }
  return found;
}

function unproved(denoted: ReadonlyMap<SourceFile, Denotations>): readonly ResidueItem[] {
  return [...denoted].flatMap(([file, denotations]) =>
    [...denotations]
      .filter(([, { kind }]) => kind !== "other")
      .map(([token, { detail }]) => residueItem(token, file, "unresolved", `an old name: ${detail}`)),
  );
}

/** Another entry gives the old name to another symbol of the module, as in a swap. */
function isGivenAgain(target: SymbolTarget, plan: Plan): boolean {
  return plan.symbols.some((other) => other !== target && other.newName === oldName(target));
}

/** A symbol that nothing declares any more, in the module that it was in. */
function withoutDeclaration(target: SymbolTarget, paths: readonly string[], scanned: Scan): ResolvedTarget {
  const homes = paths.flatMap((path) => {
    const file = scanned.files.get(path);
    return file === undefined ? [] : [{ path, scope: file.reading.module, declarations: [], slots: [] }];
  });
  const member = target.name.includes(".");
  return { target, name: oldName(target), newName: target.newName, kind: "function", member, homes };
}

const TYPE_ROLES: readonly string[] = ["annotation", "type_argument", "export_list"];

/** Strings and comments that only may name something have been ruled on when the plan was applied. */
function isCode(token: Token): boolean {
  return token.kind === "string" ? TYPE_ROLES.includes(token.role) : token.kind !== "comment";
}
