import { posix } from "node:path";
import { conflict } from "../model/conflict.ts";
import type { Conflict } from "../model/conflict.ts";
import type { Decision, Plan } from "../model/plan.ts";
import { parsePlan } from "../plan/parse-plan.ts";

/** A plan file of a pull request. */
export interface PlanSource {
  /** POSIX, relative to the top of the repository. */
  readonly path: string;
  readonly text: string;
}

export type MergedPlans =
  | {
      readonly ok: true;
      readonly plan: Plan;
      /** The repository root of all of them: POSIX, relative to the top; "." is the top itself. */
      readonly root: string;
      readonly notices: readonly string[];
    }
  | { readonly ok: false; readonly conflicts: readonly Conflict[]; readonly notices: readonly string[] };

interface ReadPlan {
  readonly path: string;
  readonly plan: Plan;
  readonly root: string;
}

/** Several plan files as one plan. With more than one, an entry is named with its file: `a/plan.toml symbols[0]`. */
export function mergePlans(sources: readonly PlanSource[]): MergedPlans {
  const conflicts: Conflict[] = [];
  const notices: string[] = [];
  const read: ReadPlan[] = [];
  for (const { path, text } of sources) {
    const parsed = parsePlan(text, path.toLowerCase().endsWith(".json") ? "json" : "toml");
    const named = (entry: string) => (sources.length === 1 || entry === "" ? entry : `${path} ${entry}`);
    notices.push(...parsed.notices.map((notice) => (sources.length === 1 ? notice : `${path}: ${notice}`)));
    if (parsed.ok) {
      const root = posix.join(
        posix.dirname(path),
        parsed.plan.repoRoot ?? posix.relative(posix.dirname(path), "."),
      );
      read.push({ path, plan: nameEntries(parsed.plan, named), root: root.replace(/\/$/, "") });
    } else conflicts.push(...parsed.conflicts.map((c) => ({ ...c, path, entry: named(c.entry) })));
  }
  conflicts.push(...read.flatMap(leavesRepository), ...disagreements(read), ...duplicates(read));
  const [first] = read;
  if (conflicts.length > 0 || first === undefined) return { ok: false, conflicts, notices };
  const plans = read.map(({ plan }) => plan);
  return {
    ok: true,
    root: first.root,
    notices,
    plan: {
      version: 1,
      repoRoot: null,
      sourceRoots: plans.find((plan) => plan.sourceRoots !== null)?.sourceRoots ?? null,
      keepPatterns: [...new Set(plans.flatMap((plan) => plan.keepPatterns))],
      strictStrings: plans.some((plan) => plan.strictStrings),
      requireDecisions: plans.some((plan) => plan.requireDecisions),
      symbols: plans.flatMap((plan) => plan.symbols),
      modules: plans.flatMap((plan) => plan.modules),
      strings: plans.flatMap((plan) => plan.strings),
      decisions: plans.flatMap((plan) => plan.decisions),
    },
  };
}

function nameEntries(plan: Plan, named: (entry: string) => string): Plan {
  const rename = <T extends { readonly entry: string }>(entries: readonly T[]): readonly T[] =>
    entries.map((entry) => ({ ...entry, entry: named(entry.entry) }));
  return {
    ...plan,
    symbols: rename(plan.symbols),
    modules: rename(plan.modules),
    strings: rename(plan.strings),
    decisions: rename(plan.decisions),
  };
}

function leavesRepository({ path, plan, root }: ReadPlan): readonly Conflict[] {
  const parts = root.split("/");
  const isInside =
    parts[0] !== ".." &&
    !posix.isAbsolute(plan.repoRoot ?? "") &&
    !parts.some((part) => part.toLowerCase() === ".git");
  if (isInside) return [];
  return [
    conflict(
      "plan/root",
      "",
      `repo_root "${plan.repoRoot ?? ""}" lies outside the repository, or in git's own folder.`,
      { path },
    ),
  ];
}

/** One run has one root and one set of source roots. */
function disagreements(read: readonly ReadPlan[]): readonly Conflict[] {
  const found: Conflict[] = [];
  const other = (path: string, key: string, first: string) =>
    found.push(
      conflict(
        "plan/invalid",
        "",
        `${key} differs from that of ${first}; give both the same, or put one of them into another pull request.`,
        {
          path,
        },
      ),
    );
  const [first, ...rest] = read;
  for (const { path, root } of rest) if (root !== first?.root) other(path, "repo_root", first?.path ?? "");
  const [rooted, ...others] = read.filter(({ plan }) => plan.sourceRoots !== null);
  for (const { path, plan } of others) {
    const roots = [...(plan.sourceRoots ?? [])].sort().join("\n");
    const expected = [...(rooted?.plan.sourceRoots ?? [])].sort().join("\n");
    if (roots !== expected) other(path, "source_roots", rooted?.path ?? "");
  }
  return found;
}

function subjectOf({ place, reason, paths, symbol }: Decision): string {
  if (place !== null)
    return `line ${place.line} of ${place.path}${place.column === null ? "" : `, column ${place.column}`}`;
  return JSON.stringify([reason, paths, symbol]);
}

/** Within one file the plan's own reader has found them. */
function duplicates(read: readonly ReadPlan[]): readonly Conflict[] {
  const seen = new Map<string, string>();
  const found: Conflict[] = [];
  for (const { path, plan } of read) {
    const subjects = [
      ...plan.symbols.map((s) => ({ ...s, about: `${s.module}:${s.name}` })),
      ...plan.modules.map((m) => ({ ...m, about: m.old })),
      ...plan.strings.map((s) => ({ ...s, about: JSON.stringify([s.old, s.kind, s.files]) })),
      ...plan.decisions.map((d) => ({ ...d, about: subjectOf(d) })),
    ];
    for (const { entry, line, about } of subjects) {
      const earlier = seen.get(about);
      seen.set(about, earlier ?? entry);
      if (earlier === undefined || earlier === entry) continue;
      const message = `${entry} and ${earlier} are both about ${about}: keep one of them.`;
      found.push(conflict("entry/duplicate", entry, message, { path, line }));
    }
  }
  return found;
}
