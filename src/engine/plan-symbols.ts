import type { Conflict } from "../model/conflict.ts";
import type { FamilyMember } from "../model/family-member.ts";
import type { FileEntry } from "../model/file-set.ts";
import type { RenameOutcome } from "../model/outcome.ts";
import type { Plan } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { blocks } from "../model/residue-item.ts";
import type { FileEdit } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Token } from "../python/token.ts";
import { residueItem } from "../residue/classify.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { sortResidue } from "../residue/sort-residue.ts";
import type { AttributeWrites } from "./attribute-writes.ts";
import { attributeWrites } from "./attribute-writes.ts";
import { checkExports } from "./check-exports.ts";
import { checkFamily } from "./check-family.ts";
import { checkCollected, checkLibraryUse } from "./check-library-use.ts";
import { checkFixture } from "./check-fixture.ts";
import { checkMemberName } from "./check-member-name.ts";
import { checkScopes } from "./check-scopes.ts";
import { checkStandIns } from "./check-stand-ins.ts";
import { classGraph } from "./class-graph.ts";
import { classifyTarget } from "./classify-target.ts";
import type { TargetFindings } from "./classify-target.ts";
import { dispatchedNames } from "./dispatched-names.ts";
import { familyTree } from "./family-tree.ts";
import { evaluateQuotedNames } from "./evaluate-quoted-names.ts";
import type { Relative } from "./member-family.ts";
import { memberFamily, withRelatives } from "./member-family.ts";
import { checkPrivateNames } from "./mangled-names.ts";
import type { Decisions } from "./decisions.ts";
import { mergeFileEdits } from "./merge-file-edits.ts";
import { changesOf, mergeChanges } from "./merge-changes.ts";
import { matchesAny } from "./matches-any.ts";
import { moduleValues } from "./module-values.ts";
import type { Place } from "./place-at.ts";
import { placeAt } from "./place-at.ts";
import type { LanguageServer, Progress, Workspace } from "./ports.ts";
import { preflight } from "./preflight.ts";
import { residueConflicts } from "./residue-conflicts.ts";
import type { Settled } from "./settled.ts";
import { rewritten } from "./rewritten.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import { openSession } from "./session.ts";
import type { VersionServers } from "./version-servers.ts";
import type { SourceFile } from "./source-file.ts";

export interface PlanningContext {
  readonly server: LanguageServer;
  readonly versions: VersionServers;
  readonly workspace: Workspace;
  readonly grammar: Grammar;
  readonly tree: ModuleTree;
  readonly files: readonly FileEntry[];
  readonly progress: Progress;
  readonly decisions: Decisions;
  /** A `strings` entry has said what a place becomes. */
  readonly isSettled: Settled;
}

export interface PlannedSymbols {
  readonly conflicts: readonly Conflict[];
  readonly outcomes: readonly RenameOutcome[];
  readonly changes: readonly FileEdit[];
  readonly notices: readonly string[];
}

/** Everything between a ready server and a verdict: propose, classify, check. All edits are against the base tree. */
export async function planSymbols(
  plan: Plan,
  found: readonly ResolvedTarget[],
  scan: Scan,
  context: PlanningContext,
): Promise<PlannedSymbols> {
  const { server, workspace, grammar, tree, files, progress, isSettled } = context;
  const session = openSession(server, scan, workspace, files);
  const notices: string[] = [];
  progress.stage(`Opening ${scan.candidates.length} files`);
  for (const path of scan.candidates) session.open(path);
  await evaluateQuotedNames(scan, found, server);
  const before = await preflight(found, scan, session, files);
  if (before.length > 0) {
    const outcomes = found.map((target) => outcomeOf(target, null, [], before));
    return { conflicts: before, outcomes, changes: [], notices };
  }

  const isKept = (path: string) => matchesAny(path, plan.keepPatterns, workspace);
  const graph = classGraph(session, grammar, tree);
  const python = files.filter((f) => f.kind === "python").map((f) => f.path);
  const modules = moduleValues(python, session, tree, grammar);
  let reading: Promise<AttributeWrites> | null = null;
  const writes = () => (reading ??= attributeWrites(python, session));
  const findings = new Map<ResolvedTarget, TargetFindings>();
  const conflicts: Conflict[] = [];
  const relatives = new Map<ResolvedTarget, readonly Relative[]>();
  const families = new Map<ResolvedTarget, readonly FamilyMember[]>();
  const targets: ResolvedTarget[] = [];
  for (const target of found) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const family = target.member ? await memberFamily(target, { scan, session, graph, tree }) : [];
    const whole = withRelatives(target, family, scan);
    relatives.set(whole, family);
    targets.push(whole);
  }
  const versions = { servers: context.versions, workspace, files, sessions: new Map<string, Session>() };
  for (const [index, target] of targets.entries()) {
    progress.stage(`Renaming ${target.name} (${index + 1} of ${targets.length})`);
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const classified = await classifyTarget(target, {
      targets,
      scan,
      session,
      graph,
      modules,
      python,
      tree,
      grammar,
      writes,
      isKept,
      versions,
    });
    findings.set(target, classified);
    conflicts.push(...classified.conflicts);
    notices.push(...classified.notices);
    conflicts.push(...checkCollected(target), ...checkPrivateNames(target, scan));
    if (target.member) {
      const outside = new Set<string>();
      const family = { target, targets, session, scan, graph, grammar, tree, outside };
      // oxlint-disable-next-line no-await-in-loop
      conflicts.push(...(await checkFamily(family)));
      // oxlint-disable-next-line no-await-in-loop
      conflicts.push(...(await checkStandIns({ ...family, paths: python })));
      const relations = relatives.get(target) ?? [];
      // oxlint-disable-next-line no-await-in-loop
      families.set(target, await familyTree(target.name, relations, [...outside], graph));
      // oxlint-disable-next-line no-await-in-loop
      conflicts.push(...(await checkLibraryUse(target, scan, graph)));
    }
  }

  const tokens = new Map<Token, ResolvedTarget>();
  for (const [target, classified] of findings) {
    for (const list of classified.edited.values())
      // A name with the old one as its alias goes on to bind that.
      for (const token of list)
        if (!tokens.has(token) && !classified.aliased.has(token)) tokens.set(token, target);
  }
  const after = rewritten(tokens);
  const rewrittenPlaces = placesOf(findings);
  const residue = new Map<ResolvedTarget, readonly ResidueItem[]>();
  for (const [target, classified] of findings) {
    for (const file of scan.files.values()) conflicts.push(...checkScopes(file, target, after));
    conflicts.push(...checkFixture(target, scan, after));
    if (target.member) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      conflicts.push(...(await checkMemberName({ target, targets, session, scan, graph, after })));
    }
    // oxlint-disable-next-line no-await-in-loop
    const exported = await checkExports({ target, scan, tree, after, session, grammar });
    conflicts.push(...exported.conflicts);
    // oxlint-disable-next-line no-await-in-loop
    const dispatched = await dispatchedNames(target, scan, workspace, files);
    const items = [...classified.residue, ...starvedItems(exported.starved), ...dispatched];
    residue.set(
      target,
      items.filter(
        (item) =>
          !isSettled(item, target.name, target.newName) &&
          (blocks(item) || !rewrittenPlaces.has(placeKey(item))),
      ),
    );
  }
  const decidedChanges = new Map<ResolvedTarget, readonly FileEdit[]>();
  for (const [target, items] of residue) {
    const { entry, module, name } = target.target;
    const decided = { entry, subject: `${module}:${name}`, old: target.name, new: target.newName };
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const { residue: left, changes } = await context.decisions.decide(decided, items);
    residue.set(target, left);
    decidedChanges.set(target, changes);
  }
  const advice = new Map([...findings].map(([target, { advice: text }]) => [target, text]));
  conflicts.push(...residueConflicts(plan, residue, advice));
  const proved = mergeChanges(findings);
  const merged = mergeFileEdits(proved.changes, [...decidedChanges.values()].flat());
  conflicts.push(...proved.conflicts, ...merged.conflicts);
  const outcomes = targets.map((target) => {
    const classified = conflicts.length > 0 ? null : (findings.get(target) ?? null);
    const outcome = outcomeOf(target, classified, residue.get(target) ?? [], conflicts);
    const family = families.get(target) ?? [];
    const trusted = findings.get(target)?.trusted ?? [];
    return {
      ...outcome,
      plan: withDecided(outcome.plan, conflicts.length > 0 ? [] : (decidedChanges.get(target) ?? [])),
      ...(family.length === 0 ? {} : { family }),
      ...(trusted.length === 0 ? {} : { trusted }),
    };
  });
  return { conflicts, outcomes, changes: conflicts.length > 0 ? [] : merged.changes, notices };
}

function outcomeOf(
  resolved: ResolvedTarget,
  findings: TargetFindings | null,
  residue: readonly ResidueItem[],
  conflicts: readonly Conflict[],
): RenameOutcome {
  const { target, kind } = resolved;
  return {
    entry: target.entry,
    target: `${target.module}:${target.name} -> ${target.newName}`,
    kind,
    plan: { files: findings === null ? [] : changesOf(resolved, findings), moves: [] },
    residue: sortResidue(residue),
    errors: conflicts.filter((c) => c.entry === target.entry).map((c) => c.message),
  };
}

function withDecided(plan: RenameOutcome["plan"], decided: readonly FileEdit[]): RenameOutcome["plan"] {
  return { ...plan, files: mergeFileEdits(plan.files, decided).changes };
}

/** Rewritten places that would name nothing any more. */
function starvedItems(starved: ReadonlyMap<SourceFile, readonly Token[]>): readonly ResidueItem[] {
  return [...starved].flatMap(([file, tokens]) =>
    tokens.map((t) =>
      residueItem(t, file, "unresolved", "a star import brings the name, and will not bring the new one"),
    ),
  );
}

/** What one entry rewrites is no residue of another one. */
function placesOf(findings: ReadonlyMap<ResolvedTarget, TargetFindings>): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { edited } of findings.values()) {
    for (const [file, tokens] of edited) {
      for (const token of tokens) {
        places.add(placeKey(placeAt(file, token.start)));
      }
    }
  }
  return places;
}

function placeKey({ path, line, column }: Place): string {
  return `${path}:${line}:${column}`;
}
