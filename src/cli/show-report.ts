import { readFile, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { readReport } from "../report/read-report.ts";
import type { Command } from "./command.ts";
import { fileProblem } from "./file-problem.ts";
import { print } from "./print.ts";
import { NO_LINES, sourceLines } from "../run/source-lines.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import type { Report } from "../report/report.ts";
import type { LineText } from "../report/view.ts";
import { findRoot } from "./find-root.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** The command `report`: shows what a run wrote. Rejects with a UsageError for a file that is no report. */
export async function showReport(
  { file, repoRoot, view }: Extract<Command, { readonly command: "report" }>,
  terminal: Terminal,
): Promise<void> {
  const text = await readFile(resolve(terminal.cwd, file), "utf8").catch((error: unknown) => {
    throw new UsageError(`cannot read the report ${file}: ${fileProblem(error)}`, { cause: error });
  });
  const read = readReport(text);
  if (!read.ok) throw new UsageError(`cannot show ${file}: ${read.message}`);
  const lineText = view.format === "html" ? await linesAt(repoRoot, read.report, terminal) : NO_LINES;
  const shown = { lineText, changes: [], applyCommand: null, reportFile: file };
  print(read.report, shown, view, terminal);
}

/** The lines of the repository that the report is about, as far as it is at hand. */
async function linesAt(repoRoot: string | null, report: Report, terminal: Terminal): Promise<LineText> {
  const { cwd } = terminal;
  const found = await findRoot({ explicit: repoRoot, inPlan: null, folder: await realpath(cwd), cwd });
  if (!found.ok) throw new UsageError(found.conflict.message);
  const workspace = openWorkspace(found.root);
  // A report may come from somebody else: nothing but files of the repository is read.
  const { files } = await workspace.files();
  const inside = new Set(files.map(({ path }) => path));
  return sourceLines(report, (path) => inside.has(path), workspace);
}
