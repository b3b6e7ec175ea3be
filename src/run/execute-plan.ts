import type { LanguageServers, Progress, Transaction, Workspace } from "../engine/ports.ts";
import type { FileRewrite } from "../engine/rewrite-files.ts";
import { runPlan } from "../engine/run-plan.ts";
import type { VerifyDepth } from "../engine/verify/verify-staged.ts";
import type { Verdict } from "../model/outcome.ts";
import type { Plan } from "../model/plan.ts";
import type { Report } from "../report/report.ts";
import { toReport } from "../report/to-report.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import { reportMeta } from "./report-meta.ts";

export interface Execution {
  readonly plan: Plan;
  /** False: dry run, nothing is written. */
  readonly apply: boolean;
  /** How much is proved of the edits. */
  readonly verify: VerifyDepth;
  /** As in `RunRequest`. */
  readonly allResidue: boolean;
  /** What reading the plan had to say. */
  readonly notices: readonly string[];
  /** Absolute, links resolved. */
  readonly root: string;
  /** The plan files that lie in the root: POSIX, relative to it. */
  readonly planFiles: readonly string[];
}

/** The ports that each entry fills in its own way. */
export interface ExecutionPorts {
  readonly servers: LanguageServers;
  readonly transaction: Transaction;
  readonly progress: Progress;
}

/** A run that came to a verdict, and what is needed to show it. */
export interface Executed {
  readonly report: Report;
  readonly verdict: Verdict;
  readonly rewrites: readonly FileRewrite[];
  readonly workspace: Workspace;
}

/** Where the adapters meet the engine. Rejects with the typed error of the adapter that failed. */
export async function executePlan(
  { plan, apply, verify, allResidue, notices, root, planFiles }: Execution,
  ports: ExecutionPorts,
): Promise<Executed> {
  const workspace = openWorkspace(root);
  const { verdict, rewrites } = await runPlan(
    { plan, apply, verify, allResidue, planFiles },
    { workspace, ...ports },
  );
  const report = toReport(
    { ...verdict, notices: [...notices, ...verdict.notices] },
    reportMeta({ plan, apply }),
  );
  return { report, verdict, rewrites, workspace };
}
