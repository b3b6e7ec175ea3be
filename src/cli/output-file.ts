import { randomUUID } from "node:crypto";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileProblem } from "./file-problem.ts";
import { UsageError } from "./usage-error.ts";

/** Where `--report` or `--propose` writes to. */
export interface OutputFile {
  /** As the user named it. */
  readonly name: string;
  /** Replaces the file in one step. Rejects with a UsageError when it cannot be written. */
  write(text: string): Promise<void>;
}

/**
 * Looks at the place before anything runs, so that a wrong name costs no run and no change goes unreported. Rejects
 * with a UsageError when there is no such folder.
 */
export async function outputFile(name: string, cwd: string): Promise<OutputFile> {
  const path = await realpath(resolve(cwd, name)).catch(() => resolve(cwd, name));
  const present = await stat(path).catch(() => null);
  if (present?.isDirectory() === true) throw cannot(name, "it is a folder");
  const folder = await stat(dirname(path)).catch(() => null);
  if (folder?.isDirectory() !== true) throw cannot(name, "its folder does not exist; make it first");
  // A device or a pipe must be written to, not replaced.
  const isReplaced = present === null || present.isFile();
  return {
    name,
    async write(text) {
      try {
        await (isReplaced ? replace(path, text) : writeFile(path, text));
      } catch (error) {
        throw cannot(name, fileProblem(error), error);
      }
    },
  };
}

async function replace(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

function cannot(name: string, problem: string, cause?: unknown): UsageError {
  return new UsageError(`cannot write ${name}: ${problem}`, { cause });
}
