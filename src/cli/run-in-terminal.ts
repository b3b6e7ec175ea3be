import { relative, resolve, sep } from "node:path";
import { languageServers } from "../lsp/start-server.ts";
import type { Plan } from "../model/plan.ts";
import type { FileChange } from "../report/diff.ts";
import type { Report } from "../report/report.ts";
import type { LineText } from "../report/view.ts";
import { executePlan } from "../run/execute-plan.ts";
import { fileChanges } from "../run/file-changes.ts";
import { sourceLines } from "../run/source-lines.ts";
import { openTransaction } from "../workspace/open-transaction.ts";
import type { RunCommand } from "./command.ts";
import { interrupt } from "./interrupt.ts";
import { NO_PROGRESS, progressLine } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** A run that came to a verdict, and what is needed to show it. */
export interface Finished {
  readonly report: Report;
  /** What was run; null where the plan could not be understood. */
  readonly plan: Plan | null;
  readonly lineText: LineText;
  readonly changes: readonly FileChange[];
  /** The exit code of a signal that came while files were written; null when none did. */
  readonly interrupted: number | null;
}

export interface Understood {
  readonly plan: Plan;
  /** What reading the plan had to say. */
  readonly notices: readonly string[];
  /** Absolute, links resolved. */
  readonly root: string;
  /** Absolute, links resolved; null for a plan that is no file. */
  readonly planFile: string | null;
}

/** Runs a plan on disk with progress and signals. Rejects with the typed error of the adapter that failed. */
export async function runInTerminal(
  { planFile, ...understood }: Understood,
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
    const { root } = understood;
    const outputs = [run.reportFile, run.proposeFile].map((name) => name && resolve(terminal.cwd, name));
    const ownFiles = [planFile, ...outputs].flatMap((file) => insideRoot(file, root));
    const servers = languageServers({
      sandbox: run.sandbox,
      ...(run.server === null ? {} : { serverPath: run.server }),
    });
    const { report, rewrites, workspace } = await executePlan(
      {
        ...understood,
        apply: run.apply,
        verify: run.verify,
        allResidue: run.allResidue,
        planFiles: ownFiles,
      },
      {
        servers: stop.guardServers(servers),
        transaction: stop.guardTransaction(openTransaction(root)),
        progress,
      },
    );
    return {
      report,
      plan: understood.plan,
      lineText: await sourceLines(report, view.format === "html" ? () => true : view.maxItems, workspace),
      changes: fileChanges(rewrites),
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

/** POSIX and relative to the root; none when the file lies elsewhere. */
function insideRoot(file: string | null, root: string): readonly string[] {
  if (file === null || !file.startsWith(root + sep)) return [];
  return [relative(root, file).split(sep).join("/")];
}
