import { count } from "../report/count.ts";
import { escapeText } from "../report/escape-text.ts";
import type { Report } from "../report/report.ts";

/** A plan file that a commit applied, as the commit's message names it. */
export interface AppliedPlan {
  /** POSIX, relative to the top. */
  readonly path: string;
  /** SHA-256 of path and text. */
  readonly digest: string;
  /** The commit that the plan was tried at: the plan file and the old names are there. */
  readonly base: string;
}

export interface CommitFacts {
  readonly report: Report;
  readonly plans: readonly Omit<AppliedPlan, "base">[];
  readonly base: string;
  readonly approver: string;
}

const MOST_LISTED = 50;

/** What was renamed, and as trailers (git-interpret-trailers) what a later run has to know. */
export function commitMessage({ report, plans, base, approver }: CommitFacts): string {
  const targets = report.outcomes.map(({ target }) => escapeText(target));
  const more = targets.length - MOST_LISTED;
  return [
    ...(targets.length === 1
      ? [`Rename ${targets[0] ?? ""}`]
      : [`Apply ${count(targets.length, "rename")}`, "", ...targets.slice(0, MOST_LISTED)]),
    ...(more > 0 ? [`and ${count(more, "more", "more")}`] : []),
    "",
    ...plans.map(({ path, digest }) => `Rename-Plan: ${digest} ${JSON.stringify(path)}`),
    `Rename-Plan-Base: ${base}`,
    `Rename-Plan-Report: ${report.report_digest}`,
    `Rename-Plan-Approved-By: ${escapeText(approver)}`,
    "",
  ].join("\n");
}

/** The plans that a commit says it applied. A squash keeps the lines, with white space before them. */
export function appliedPlans(message: string): readonly AppliedPlan[] {
  const found: AppliedPlan[] = [];
  let waiting: Omit<AppliedPlan, "base">[] = [];
  for (const line of message.split("\n").map((text) => text.trim())) {
    const [, digest, quoted] = /^Rename-Plan: ([0-9a-f]{64}) (".*")$/.exec(line) ?? [];
    const path = quoted === undefined ? null : parseText(quoted);
    if (digest !== undefined && path !== null) waiting.push({ path, digest });
    const [, base] = /^Rename-Plan-Base: ([0-9a-f]{40,64})$/.exec(line) ?? [];
    if (base === undefined) continue;
    found.push(...waiting.map((plan) => ({ ...plan, base })));
    waiting = [];
  }
  return found;
}

function parseText(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
