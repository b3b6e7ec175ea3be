import { relative, sep } from "node:path";
import { runPlan } from "../engine/run-plan.ts";
import type { Workspace } from "../engine/ports.ts";
import { languageServers } from "../lsp/start-server.ts";
import type { Plan } from "../model/plan.ts";
import type { Verdict } from "../model/outcome.ts";
import type { FileChange } from "../report/diff.ts";
import type { Report } from "../report/report.ts";
import { toReport } from "../report/to-report.ts";
import type { LineText } from "../report/view.ts";
import { openTransaction } from "../workspace/open-transaction.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import type { RunCommand } from "./command.ts";
import { interrupt } from "./interrupt.ts";
import { plannedChanges } from "./planned-changes.ts";
import { NO_PROGRESS, progressLine } from "./progress.ts";
import { recordWrites } from "./record-writes.ts";
import { reportMeta } from "./report-meta.ts";
import { sourceLines } from "./source-lines.ts";
import type { Terminal } from "./terminal.ts";

/** A run that came to a verdict, and what is needed to show it. */
export interface Finished {
  readonly report: Report;
  readonly lineText: LineText;
  readonly changes: readonly FileChange[];
  /** The exit code of a signal that came while files were written; null when none did. */
  readonly interrupted: number | null;
}

export interface Execution {
  readonly plan: Plan;
  /** What reading the plan had to say. */
  readonly notices: readonly string[];
  /** Absolute, links resolved. */
  readonly root: string;
  /** Absolute, links resolved; null for a plan that is no file. */
  readonly planFile: string | null;
}

/** Where the adapters meet the engine. Rejects with the typed error of the adapter that failed. */
export async function executePlan(
  { plan, notices, root, planFile }: Execution,
  { run, view }: RunCommand,
  terminal: Terminal,
): Promise<Finished> {
  const isLive = terminal.stderr.isTTY === true && !terminal.environment.dumbTerminal;
  const progress = view.quiet ? NO_PROGRESS : progressLine(terminal.stderr, isLive);
  const stop = interrupt((code) => {
    progress.end();
    terminal.stderr.write("Interrupted: nothing was changed.\n");
    process.exit(code);
  });
  try {
    const workspace = openWorkspace(root);
    const writes = recordWrites(openTransaction(root), workspace);
    const ports = {
      workspace,
      servers: stop.guardServers(
        languageServers({ sandbox: run.sandbox, ...(run.server === null ? {} : { serverPath: run.server }) }),
      ),
      transaction: stop.guardTransaction(writes.transaction),
      progress,
    };
    const verdict = await runPlan({ plan, apply: run.apply, planFile: insideRoot(planFile, root) }, ports);
    const report = toReport(
      { ...verdict, notices: [...notices, ...verdict.notices] },
      reportMeta({ plan, apply: run.apply }),
    );
    return {
      report,
      lineText: await sourceLines(report, view.maxItems, workspace),
      changes: view.format === "diff" ? await changes(verdict, writes.changes(), workspace) : [],
      interrupted: stop.exitCode(),
    };
  } catch (error) {
    // The signal ends the server too, and then everything that waits for it fails.
    if (stop.exitCode() !== null) return new Promise(() => {});
    throw error;
  } finally {
    progress.end();
    stop.release();
  }
}

function changes(
  verdict: Verdict,
  written: readonly FileChange[],
  workspace: Workspace,
): Promise<readonly FileChange[]> | readonly FileChange[] {
  return verdict.status === "applied"
    ? written
    : verdict.status === "dry_run"
      ? plannedChanges(verdict.changes, workspace)
      : [];
}

/** POSIX and relative to the root; null when the file lies elsewhere. */
function insideRoot(file: string | null, root: string): string | null {
  if (file === null || !file.startsWith(root + sep)) return null;
  return relative(root, file).split(sep).join("/");
}
