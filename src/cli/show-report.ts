import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readReport } from "../report/read-report.ts";
import type { ViewOptions } from "./command.ts";
import { fileProblem } from "./file-problem.ts";
import { print } from "./print.ts";
import { NO_LINES } from "../run/source-lines.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** The command `report`: shows what a run wrote. Rejects with a UsageError for a file that is no report. */
export async function showReport(file: string, view: ViewOptions, terminal: Terminal): Promise<void> {
  const text = await readFile(resolve(terminal.cwd, file), "utf8").catch((error: unknown) => {
    throw new UsageError(`cannot read the report ${file}: ${fileProblem(error)}`, { cause: error });
  });
  const read = readReport(text);
  if (!read.ok) throw new UsageError(`cannot show ${file}: ${read.message}`);
  const shown = { lineText: NO_LINES, changes: [], applyCommand: null, reportFile: file };
  print(read.report, shown, view, terminal);
}
