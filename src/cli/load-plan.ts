import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { fileProblem } from "./file-problem.ts";
import type { PlanText } from "./plan-text.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a plan file; JSON by its extension, TOML otherwise. Rejects with a UsageError when it cannot be read. */
export async function loadPlan(file: string, cwd: string): Promise<PlanText> {
  const path = resolve(cwd, file);
  try {
    const bytes = await readFile(path);
    return {
      text: new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      format: extname(path).toLowerCase() === ".json" ? "json" : "toml",
      folder: await realpath(dirname(path)),
      fileName: basename(path),
    };
  } catch (error) {
    const problem = error instanceof TypeError ? "it is not UTF-8 text" : fileProblem(error);
    throw new UsageError(`cannot read the plan ${file}: ${problem}`, { cause: error });
  }
}
