import { join } from "node:path";
import { realpath } from "node:fs/promises";
import type { Conflict } from "../model/conflict.ts";
import { writePlan } from "../plan/write-plan.ts";
import { renderJson } from "../report/json.ts";
import { suggested } from "../report/suggested.ts";
import { toReport } from "../report/to-report.ts";
import { reportMeta } from "../run/report-meta.ts";
import { planLines } from "../run/source-lines.ts";
import { applyCommand } from "./apply-command.ts";
import type { RunCommand } from "./command.ts";
import { findRoot } from "./find-root.ts";
import { loadPlan } from "./load-plan.ts";
import { planFromArguments } from "./plan-from-arguments.ts";
import type { PlanText } from "./plan-text.ts";
import { print } from "./print.ts";
import { outputFile } from "./output-file.ts";
import type { Finished } from "./run-in-terminal.ts";
import { runInTerminal } from "./run-in-terminal.ts";
import { sourceRoots } from "./source-roots.ts";
import type { Terminal } from "./terminal.ts";
import { understandPlan } from "./understand-plan.ts";

/**
 * Runs a plan, writes the report and prints the result; the exit code comes back. Rejects with a UsageError, or with
 * the typed error of the adapter that failed.
 */
export async function run(command: RunCommand, argv: readonly string[], terminal: Terminal): Promise<number> {
  const open = (name: string | null) => (name === null ? null : outputFile(name, terminal.cwd));
  const [file, proposal] = [await open(command.run.reportFile), await open(command.run.proposeFile)];
  const source =
    command.command === "plan"
      ? await loadPlan(command.file, terminal.cwd)
      : planFromArguments(command, await realpath(terminal.cwd));
  const { report, plan, lineText, changes, interrupted } = await finish(source, command, terminal);
  await file?.write(renderJson(report));
  if (plan !== null) await proposal?.write(writePlan(plan, suggested(report)));
  const next = { applyCommand: applyCommand(terminal.program, argv), reportFile: file?.name ?? null };
  print(report, { lineText, changes, ...next }, command.view, terminal);
  return interrupted ?? (report.safe_to_apply ? 0 : 1);
}

async function finish(source: PlanText, command: RunCommand, terminal: Terminal): Promise<Finished> {
  const understood = understandPlan(source);
  const { notices } = understood;
  if (!understood.ok) return refused(understood.conflicts, notices, source, command);
  const found = await findRoot({
    explicit: command.run.repoRoot,
    inPlan: understood.plan.repoRoot,
    folder: source.folder,
    cwd: terminal.cwd,
  });
  if (!found.ok) return refused([found.conflict], notices, source, command);
  const given = command.run.sourceRoots;
  const plan =
    given === null ? understood.plan : { ...understood.plan, sourceRoots: sourceRoots(given, found.root) };
  const planFile = source.fileName === null ? null : join(source.folder, source.fileName);
  return runInTerminal({ plan, notices, root: found.root, planFile }, command, terminal);
}

/** The plan itself is wrong: nothing was run. */
function refused(
  conflicts: readonly Conflict[],
  notices: readonly string[],
  source: PlanText,
  command: RunCommand,
): Finished {
  const meta = reportMeta({ planText: source.text, apply: command.run.apply });
  const verdict = {
    status: "refused",
    safeToApply: false,
    conflicts,
    outcomes: [],
    changes: [],
    notices,
    server: null,
  } as const;
  return {
    report: toReport(verdict, meta),
    lineText: planLines(source.fileName === null ? [] : [{ path: source.fileName, text: source.text }]),
    plan: null,
    changes: [],
    interrupted: null,
  };
}
