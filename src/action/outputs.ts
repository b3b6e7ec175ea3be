import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { filePatch } from "../report/diff.ts";
import type { FileChange } from "../report/diff.ts";
import { renderJson } from "../report/json.ts";
import { renderHtml } from "../report/sheet/html.ts";
import { totals } from "../report/totals.ts";
import { fileChanges } from "../run/file-changes.ts";
import type { Context } from "./context.ts";
import type { Trial } from "./try-plans.ts";

/** The output `status`: what a run came to. */
export type RunStatus = "no_plan" | "dry_run" | "refused" | "applied" | "denied" | "skipped";

/** Sets the outputs of a run that had no plan to try. */
export function setStatus({ runner }: Context, status: RunStatus): void {
  runner.setOutput("status", status);
  runner.setOutput("safe-to-apply", String(status === "no_plan" || status === "applied"));
}

/** Writes the report, the sheet and the patch, and sets every output of action.yml but `commit-sha`. */
export async function writeOutputs(context: Context, trial: Trial, status: RunStatus): Promise<void> {
  const { runner, inputs } = context;
  const { report, plans } = trial;
  const { workspace, temporary } = runner.environment;
  const file = inputs.report === null ? join(temporary, "rename-plan", "report.json") : inputs.report;
  const reportFile = resolve(workspace, file);
  const sheetFile = `${reportFile.replace(/\.json$/, "")}.html`;
  const patchFile = `${reportFile.replace(/\.json$/, "")}.patch`;
  await mkdir(dirname(reportFile), { recursive: true });
  await writeFile(reportFile, renderJson(report));
  await writeFile(
    sheetFile,
    renderHtml(report, { lineText: trial.lineText, maxItems: Number.MAX_SAFE_INTEGER }),
  );
  await writeFile(patchFile, changesFromTop(trial).map(filePatch).join(""), "latin1");

  const { edits, files, blocking, left, decided } = totals(report);
  const outputs: Readonly<Record<string, string>> = {
    status,
    "safe-to-apply": String(report.safe_to_apply && status !== "refused"),
    "plan-files": JSON.stringify(plans.paths),
    "edit-count": String(edits),
    "file-count": String(files),
    "residue-count": String(blocking.length + left.length + decided.kept),
    "unresolved-count": String(blocking.filter(({ reason }) => reason === "unresolved").length),
    report: reportFile,
    sheet: sheetFile,
    patch: patchFile,
  };
  for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value);
}

/** The rewritten files with paths from the top of the repository. */
export function changesFromTop({
  rewrites,
  prefix,
}: Pick<Trial, "rewrites" | "prefix">): readonly FileChange[] {
  return fileChanges(rewrites).map((change) => ({
    ...change,
    path: change.path === null ? null : prefix + change.path,
    newPath: prefix + change.newPath,
  }));
}
