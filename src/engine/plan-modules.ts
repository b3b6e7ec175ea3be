import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileSet } from "../model/file-set.ts";
import type { FileMove, RenameOutcome } from "../model/outcome.ts";
import type { ModuleTarget, Plan } from "../model/plan.ts";
import { shownModule } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { blocks } from "../model/residue-item.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { mergeEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { isInit } from "../python/module-path.ts";
import { readModule } from "../python/read-module.ts";
import { sortResidue } from "../residue/sort-residue.ts";
import { checkImports } from "./check-imports.ts";
import { findDoubleImports } from "./find-double-imports.ts";
import { findImportCycles } from "./find-import-cycles.ts";
import { checkNewNames } from "./check-new-names.ts";
import type { Decisions } from "./decisions.ts";
import { earlyReads } from "./early-reads.ts";
import type { ModuleMoves } from "./find-moves.ts";
import { textMentions, unreadableMentions } from "./loose-mentions.ts";
import { leftBehind } from "./left-behind.ts";
import { lastOf, moduleMap } from "./module-map.ts";
import { moduleMentions } from "./module-mentions.ts";
import type { Mention } from "./module-mentions.ts";
import { mergeFileEdits } from "./merge-file-edits.ts";
import { matchesAny } from "./matches-any.ts";
import { moduleValues } from "./module-values.ts";
import { textEdit } from "./offset-edit.ts";
import { otherNames } from "./other-names.ts";
import { stemOf } from "./plan-moves.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { LanguageServer, Progress, Workspace } from "./ports.ts";
import { readText } from "./read-text.ts";
import { moduleUnder } from "./read-moving-file.ts";
import { renameModules } from "./rename-modules.ts";
import type { Scan } from "./scan.ts";
import { moduleNames } from "./scan-names.ts";
import { openSession } from "./session.ts";
import type { Settled } from "./settled.ts";
import { stagedTree } from "./staged-tree.ts";
import type { SourceFile } from "./source-file.ts";

export interface PlannedModules {
  readonly conflicts: readonly Conflict[];
  readonly outcomes: readonly RenameOutcome[];
  readonly changes: readonly FileEdit[];
  /** Old path to new path, of every file that moves. */
  readonly moved: ReadonlyMap<string, string>;
  /** Empty files that packages on the way need. */
  readonly created: readonly string[];
  /** The files that were read, for rewriting. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** What runs differently after the moves, though every import leads where it led. */
  readonly notices: readonly string[];
}

export interface ModulePlanningContext {
  readonly server: LanguageServer;
  readonly workspace: Workspace;
  readonly grammar: Grammar;
  readonly tree: ModuleTree;
  readonly fileSet: FileSet;
  readonly progress: Progress;
  readonly decisions: Decisions;
  /** As in `PlanningContext`. */
  readonly isSettled: Settled;
}

/** Everything between a ready server and a verdict for the `modules` entries. */
export async function planModules(
  plan: Plan,
  { moves }: ModuleMoves,
  scan: Scan,
  context: ModulePlanningContext,
): Promise<PlannedModules> {
  const { server, workspace, grammar, tree, fileSet, progress } = context;
  progress.stage(`Following the imports of ${plan.modules.length} modules`);
  const moved = new Map(moves.flatMap(({ files }) => [...files]));
  const files = await readFiles(plan, moved, scan, workspace, grammar);
  const session = openSession(server, { ...scan, files }, workspace, fileSet.files);
  const python = fileSet.files.filter((f) => f.kind === "python").map((f) => f.path);
  const renamed = plan.modules.filter((target) => target.old !== target.new);
  const others = moves
    .flatMap((move) => otherNames(move, tree))
    .filter(({ old }) => !renamed.some((target) => target.old === old));
  const mapIn = (folder: string | null) =>
    moduleMap([...renamed, ...others.filter(({ onlyIn }) => onlyIn === undefined || onlyIn === folder)]);
  const map = mapIn(null);
  const olds = renamed.map(({ old }) => old);
  const modules = moduleValues(python, session, tree, grammar);
  const roots = moves.map((move) => move.oldRoot);
  const standpoints = (path: string) => {
    const before = { module: moduleUnder(path, { roots, tree }), isPackage: isInit(path) };
    const after = { module: map.renamed(before.module), isPackage: isInit(moved.get(path) ?? path) };
    return { before, after };
  };
  const found = await renameModules({
    files,
    map,
    mapIn,
    tree,
    session,
    grammar,
    modules,
    moved,
    olds,
    names: new Set([...moduleNames(plan), "__file__", "__package__"]),
    scanned: moduleNames(plan),
    meanings: new Map(),
    roots,
    movedFolders: moves.flatMap(({ kind, target, oldRoot }) =>
      kind === "package" ? [stemOf(oldRoot, target.old)] : [],
    ),
    kinds: new Map(
      moves.flatMap(({ files: own, kind, target }) =>
        [...own.keys()].map((path) => [path, target.becomes === null ? kind : "module"] as const),
      ),
    ),
  });
  const freed = new Set(plan.symbols.map(({ module, name }) => `${module}.${name}`));
  const isKept = (path: string) => matchesAny(path, plan.keepPatterns, workspace);
  const changes: FileEdit[] = [];
  const all: Mention[] = [];
  const conflicts: Conflict[] = [
    ...(await checkNewNames(moves, { freed, files, tree, server, session, grammar })),
  ];
  for (const [file, { edits, residue }] of found) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const spelled = await moduleMentions(file, edits, { map, tree, moves, session, grammar, standpoints });
    all.push(...spelled.residue, ...residue.map((item) => ({ target: ownerOf(item, plan), item })));
    const merged = mergeEdits([...edits, ...spelled.edits].map((edit) => textEdit(edit, file)));
    if (!merged.ok) {
      const [overlap] = merged.overlaps;
      const place = { path: file.path, line: (overlap?.first.line ?? 0) + 1 };
      conflicts.push(
        conflict("entry/overlap", "", "Two entries would write different texts in one place.", place),
      );
    } else if (merged.edits.length > 0 && isKept(file.path)) {
      const [first] = merged.edits;
      const line = first?.line ?? 0;
      const text = file.lines.lineText(line).trim();
      const place = { path: file.path, line: line + 1, column: (first?.startCol ?? 0) + 1, text };
      all.push({
        target: plan.modules[0] ?? NOTHING,
        item: { ...place, reason: "unresolved", detail: "keep_patterns protect this file" },
      });
    } else if (merged.edits.length > 0) {
      changes.push({ path: file.path, preimage: file.sha256, edits: merged.edits });
    }
  }
  const created = [...new Set(moves.flatMap((move) => move.created))].filter(
    (path) => ![...moved.values()].includes(path),
  );
  const notices: string[] = [];
  if (conflicts.length === 0) {
    const named = [...roots, ...moves.map((move) => move.root), ...(plan.sourceRoots ?? [])];
    const staged = await stagedTree({
      known: new Map([...found].map(([{ path }, { statements }]) => [path, statements])),
      roots: named,
      changes,
      moved,
      created,
      fileSet,
      tree,
      session,
      grammar,
    });
    const paths = [...files.keys()].filter((path) => !isKept(path));
    conflicts.push(...(await checkImports(paths, staged)));
    all.push(...(await earlyReads(found, moves, staged)));
    notices.push(...(await findImportCycles(moves, paths, staged)));
    notices.push(...(await findDoubleImports(moves, paths, staged)));
    notices.push(...(await leftBehind(moves, workspace)));
  }
  all.push(...unreadableMentions(plan, files, scan));
  all.push(...(await textMentions(fileSet, moves, workspace)));
  const unsettled = all.filter(({ item, target }) => !context.isSettled(item, target.old, target.new));
  const mentions: Mention[] = [];
  const decided: FileEdit[] = [];
  for (const target of new Set(unsettled.map((mention) => mention.target))) {
    const items = unsettled.filter((mention) => mention.target === target).map(({ item }) => item);
    const entry = { entry: target.entry, subject: target.old, old: target.old, new: target.new };
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const { residue, changes: edits } = await context.decisions.decide(entry, items);
    mentions.push(...residue.map((item) => ({ target, item })));
    decided.push(...edits);
  }
  const merged = mergeFileEdits(changes, decided);
  conflicts.push(...merged.conflicts);
  conflicts.push(...unresolvedConflicts(plan, mentions));
  const tracked = await workspace.tracked([...moved.keys()]);
  const outcomes = moves.map((move) => outcomeOf(move, merged.changes, mentions, conflicts, tracked));
  const isSafe = conflicts.length === 0;
  return { conflicts, outcomes, changes: isSafe ? merged.changes : [], moved, created, files, notices };
}

const NOTHING: ModuleTarget = { entry: "", line: 0, old: "", new: "", becomes: null };

/** The scanned files, and the moved ones that hold none of the names: their relative imports count as well. */
async function readFiles(
  plan: Plan,
  moved: ReadonlyMap<string, string>,
  scan: Scan,
  workspace: Workspace,
  grammar: Grammar,
): Promise<ReadonlyMap<string, SourceFile>> {
  const files = new Map(scan.files);
  const names = moduleNames(plan);
  for (const path of moved.keys()) {
    if (files.has(path) || !/\.py[iw]?$/.test(path)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one text at a time
    const file = await readText(path, true, workspace);
    if (file !== null) files.set(path, { ...file, reading: readModule(grammar, file.text, names) });
  }
  return files;
}

function ownerOf({ text }: ResidueItem, { modules }: Plan): ModuleTarget {
  return modules.find(({ old }) => text.includes(lastOf(old))) ?? modules[0] ?? NOTHING;
}

function unresolvedConflicts(plan: Plan, mentions: readonly Mention[]): readonly Conflict[] {
  return plan.modules.flatMap((target) => {
    const open = mentions.filter((m) => m.target === target && blocks(m.item));
    const [first] = open;
    if (first === undefined) return [];
    const many = open.length === 1 ? "One place" : `${open.length} places`;
    const message = `${many} could mean ${target.old} and cannot be rewritten for sure, so nothing is moved. Each says why; change it by hand first.`;
    return [conflict("residue/unresolved", target.entry, message, first.item)];
  });
}

function outcomeOf(
  { target, kind, files }: PlannedMove,
  changes: readonly FileEdit[],
  mentions: readonly Mention[],
  conflicts: readonly Conflict[],
  tracked: ReadonlySet<string>,
): RenameOutcome {
  const isSafe = conflicts.length === 0;
  const moves = [...files].map(([old, to]): FileMove => ({
    old,
    new: to,
    method: tracked.has(old) ? "git_mv" : "fs_move",
  }));
  return {
    entry: target.entry,
    target: shownModule(target),
    kind,
    plan: { files: isSafe ? changes : [], moves: isSafe ? moves : [] },
    residue: sortResidue(mentions.filter((m) => m.target === target).map((m) => m.item)),
    errors: conflicts.filter((c) => c.entry === target.entry).map((c) => c.message),
  };
}
