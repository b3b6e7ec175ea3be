import type { Conflict } from "../model/conflict.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { blocks } from "../model/residue-item.ts";
import type { RenameOutcome, Verdict } from "../model/outcome.ts";
import type { Plan } from "../model/plan.ts";
import { oldName, shownModule } from "../model/plan.ts";
import { loadGrammar } from "../python/grammar.ts";
import { moduleTree } from "../python/module-path.ts";
import { applyChanges } from "./apply-changes.ts";
import { openDecisions } from "./decisions.ts";
import { findModule } from "./find-module.ts";
import { importRoots } from "./import-roots.ts";
import type { LanguageServers, Progress, Transaction, Workspace } from "./ports.ts";
import { startServer } from "./start-server.ts";
import { mergeFileEdits } from "./merge-file-edits.ts";
import { findMoves } from "./find-moves.ts";
import { planModules } from "./plan-modules.ts";
import { settled } from "./settled.ts";
import type { PlannedModules } from "./plan-modules.ts";
import { planStrings } from "./plan-strings.ts";
import type { PlannedSymbols } from "./plan-symbols.ts";
import { planSymbols } from "./plan-symbols.ts";
import type { FileRewrite } from "./rewrite-files.ts";
import { rewriteFiles } from "./rewrite-files.ts";
import { resolveTargets } from "./resolve-targets.ts";
import type { Scan } from "./scan.ts";
import { scan } from "./scan.ts";
import { scanNames } from "./scan-names.ts";
import type { SourceFile, TextFile } from "./source-file.ts";
import { versionServers } from "./version-servers.ts";
import { undecided, withDecisions, withoutRenamed } from "./decided-outcomes.ts";
import { withSuggestions } from "./suggestions.ts";
import { unresolvedOutcome } from "./unresolved-outcome.ts";
import type { ObservedServer } from "./verify/observe-server.ts";
import { observeServer } from "./verify/observe-server.ts";
import type { VerifyDepth } from "./verify/verify-staged.ts";
import { verifyStaged } from "./verify/verify-staged.ts";

export interface RunRequest {
  readonly plan: Plan;
  /** False: dry run, nothing is written. */
  readonly apply: boolean;
  /** How much is proved of the edits before they are called safe. */
  readonly verify: VerifyDepth;
  /** Ordinary words outside Python are listed one by one, too. */
  readonly allResidue: boolean;
  /** Plans and reports of the run in the repository, relative to the root: what they say of the old names is no residue. */
  readonly planFiles: readonly string[];
}

export interface FinishedRun {
  readonly verdict: Verdict;
  /** The files that the verdict changes, moves and makes; empty when it refuses. */
  readonly rewrites: readonly FileRewrite[];
}

export interface RunPorts {
  readonly workspace: Workspace;
  readonly servers: LanguageServers;
  readonly transaction: Transaction;
  readonly progress: Progress;
}

/**
 * One run of a plan, stage by stage: recover, list, scan, resolve, ask the server, check, and write if all of it holds.
 * Everything that a plan or a tree can cause is in the verdict; a failing environment rejects with a typed error.
 */
export async function runPlan(request: RunRequest, ports: RunPorts): Promise<FinishedRun> {
  const { workspace, servers, transaction, progress } = ports;
  const { plan } = request;
  const notices: string[] = [];
  const recovered = await transaction.recover();
  if (recovered !== null) {
    notices.push(
      `A run that was killed had left ${recovered.restored.length} files half done; they were restored first.`,
    );
  }

  progress.stage("Listing files");
  const listed = await workspace.files();
  const fileSet = { ...listed, files: listed.files.filter((f) => !request.planFiles.includes(f.path)) };
  const tree = moduleTree(fileSet);
  const python = fileSet.files.filter((f) => f.kind === "python").map((f) => f.path);
  const grammar = await loadGrammar();
  const givenRoots = plan.sourceRoots?.map((root) => (root === "." ? "" : root)) ?? null;
  const modules = new Map(
    plan.symbols.map((target) => [target, findModule(target, tree, givenRoots, () => null)] as const),
  );
  const found = await findMoves(plan, fileSet, tree, workspace);

  // The server needs seconds to find its files; the scan goes on meanwhile.
  const targetRoots = [
    ...[...modules.values()].flatMap((m) => (m.ok ? [m.root] : [])),
    ...found.moves.map((move) => move.oldRoot),
  ];
  const isHopeless = targetRoots.length === 0 || found.conflicts.length > 0;
  const starting = isHopeless ? null : startServer(servers, workspace, python, tree, givenRoots, targetRoots);
  const versions = versionServers((version) =>
    startServer(servers, workspace, python, tree, givenRoots, targetRoots, version),
  );
  let server: ObservedServer | null = null;
  try {
    progress.stage(`Scanning ${fileSet.files.length} files`);
    const scanned = await scan(fileSet, scanNames(plan), workspace, grammar, listing(request));
    notices.push(...countedNotices(scanned));
    if (scanned.skipped > 0) {
      notices.push(`${scanned.skipped} files were not searched: binary, too large, or in no known encoding.`);
    }
    const resolutions = await resolveTargets(plan, modules, scanned, tree, givenRoots, workspace, grammar);
    const resolved = resolutions.flatMap((r) => (r.ok ? [r.resolved] : []));
    const failed = [...resolutions.flatMap((r) => (r.ok ? [] : [r.conflict])), ...found.conflicts];
    const decisions = await openDecisions(plan, fileSet, workspace);
    const strings =
      plan.strings.length === 0
        ? NO_STRINGS
        : await planStrings(plan, fileSet, workspace, grammar, decisions);
    notices.push(...strings.notices);
    const needsServer = plan.symbols.length + plan.modules.length > 0;
    if (failed.length > 0 || (needsServer && starting === null)) {
      const outcomes = plan.symbols.map((target) => unresolvedOutcome(target, scanned, failed));
      const entries = [...outcomes, ...unmovedOutcomes(plan, failed), ...withoutPlans(strings.outcomes)];
      return refused(failed, entries, notices, null);
    }
    if (starting !== null) progress.stage("Waiting for the language server");
    const started = await starting;
    server = started === null ? null : observeServer(started);
    let symbols: PlannedSymbols = NO_SYMBOLS;
    let moves: PlannedModules = NO_MODULES;
    if (server !== null) {
      const isSettled = settled(strings.changes);
      const context = {
        server,
        versions,
        workspace,
        grammar,
        tree,
        files: fileSet.files,
        fileSet,
        progress,
        decisions,
        isSettled,
      };
      if (plan.symbols.length > 0) symbols = await planSymbols(plan, resolved, scanned, context);
      if (plan.modules.length > 0) moves = await planModules(plan, found, scanned, context);
    }
    notices.push(...symbols.notices, ...moves.notices, ...decisions.notices());
    const code = mergeFileEdits(symbols.changes, moves.changes);
    const merged = mergeFileEdits(code.changes, strings.changes);
    const conflicts = [
      ...symbols.conflicts,
      ...moves.conflicts,
      ...code.conflicts,
      ...strings.conflicts,
      ...merged.conflicts,
      ...decisions.conflicts(),
    ];
    const isRewritten = settled(merged.changes);
    const texts = oldTexts(plan);
    const counted = [...symbols.outcomes, ...moves.outcomes, ...strings.outcomes].map((outcome) => {
      const old = texts.get(outcome.entry);
      const isLeft = (item: ResidueItem) =>
        old === undefined || blocks(item) || item.decision !== undefined || !isRewritten(item, old, "");
      return withDecisions({ ...outcome, residue: outcome.residue.filter(isLeft) });
    });
    const planned = await withSuggestions(counted, plan, new Set(python), scanned.files, workspace);
    const outcomes = planned.map(withoutRenamed);
    const identity = server === null ? null : { name: server.name, version: server.version };
    if (conflicts.length === 0 && plan.requireDecisions) conflicts.push(...undecided(outcomes));
    if (conflicts.length > 0) return refused(conflicts, withoutPlans(planned), notices, identity);
    const { changes } = merged;
    const files = new Map<string, TextFile>([
      ...decisions.files,
      ...strings.files,
      ...scanned.files,
      ...moves.files,
    ]);
    const { moved, created } = moves;
    const rewritten = await rewriteFiles(
      { changes, files, python: new Set(python), moved, created },
      workspace,
      grammar,
    );
    if (!rewritten.ok) return refused([rewritten.conflict], withoutPlans(planned), notices, identity);
    const rewrites = rewritten.files;
    const newRoots = [...targetRoots, ...found.moves.map((move) => move.root)];
    const fault = await verifyStaged(
      {
        plan,
        fileSet,
        rewrites,
        changes,
        sourceRoots: importRoots(tree, givenRoots, newRoots),
        base: server,
        depth: request.verify,
      },
      { workspace, servers, grammar, progress },
    );
    if (fault !== null) return refused([fault], withoutPlans(planned), notices, identity);
    const safe = { safeToApply: true, conflicts: [], outcomes, changes, notices, server: identity } as const;
    const verdict: Verdict = { status: "dry_run", ...safe };
    if (!request.apply) return { verdict, rewrites };
    const applied = await applyChanges(verdict, rewrites, { workspace, transaction, grammar, progress });
    return { verdict: applied, rewrites: applied.safeToApply ? rewrites : [] };
  } finally {
    const running = server ?? (await starting?.catch(() => null)) ?? null;
    await running?.stop();
    await versions.stop();
  }
}

const NO_STRINGS = {
  conflicts: [],
  outcomes: [],
  changes: [],
  files: new Map<string, TextFile>(),
  notices: [],
} as const;
const NO_SYMBOLS = { conflicts: [], outcomes: [], changes: [], notices: [] } as const;
const NO_MODULES = {
  conflicts: [],
  outcomes: [],
  changes: [],
  created: [],
  moved: new Map<string, string>(),
  files: new Map<string, SourceFile>(),
  notices: [],
} as const;

/** The text that each entry is about, by the entry. */
function oldTexts(plan: Plan): ReadonlyMap<string, string> {
  return new Map([
    ...plan.symbols.map((target) => [target.entry, oldName(target)] as const),
    ...[...plan.modules, ...plan.strings].map(({ entry, old }) => [entry, old] as const),
  ]);
}

/** One entry that is refused refuses all. */
function withoutPlans(outcomes: readonly RenameOutcome[]): readonly RenameOutcome[] {
  return outcomes.map((outcome) => ({ ...outcome, plan: { files: [], moves: [] } }));
}

function unmovedOutcomes(plan: Plan, conflicts: readonly Conflict[]): readonly RenameOutcome[] {
  return plan.modules.map((target) => ({
    entry: target.entry,
    target: shownModule(target),
    kind: "module",
    plan: { files: [], moves: [] },
    residue: [],
    errors: conflicts.filter((c) => c.entry === target.entry).map((c) => c.message),
  }));
}

function refused(
  conflicts: readonly Conflict[],
  outcomes: readonly RenameOutcome[],
  notices: readonly string[],
  server: Verdict["server"],
): FinishedRun {
  const nothing = { safeToApply: false, changes: [] } as const;
  return { verdict: { status: "refused", server, conflicts, outcomes, notices, ...nothing }, rewrites: [] };
}

/** Which mentions of ordinary words are listed: all on request, and those that are decided about. */
function listing({ plan, allResidue }: RunRequest): (item: ResidueItem) => boolean {
  const decided = new Set(
    plan.decisions.flatMap(({ place }) => (place === null ? [] : [`${place.path}:${place.line}`])),
  );
  return ({ path, line }) => allResidue || decided.has(`${path}:${line}`);
}

/** What stands for the mentions of ordinary words that are not listed. */
function countedNotices({ counted }: Scan): readonly string[] {
  return [...counted].map(
    ([name, many]) =>
      `${name} is an ordinary word: ${many} more mentions outside Python are counted here and not listed (--all-residue lists them).`,
  );
}
