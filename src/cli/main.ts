import { basename, relative } from "node:path";
import process from "node:process";
import { dispatch } from "./dispatch.ts";
import { readEnvironment } from "./environment.ts";
import { explainError } from "./explain-error.ts";

const argv = process.argv.slice(2);

// A reader that has seen enough (`| head`) closes the pipe.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

try {
  process.exitCode = await dispatch(argv, {
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    environment: readEnvironment(),
    program: programName(process.argv[1] ?? ""),
  });
} catch (error) {
  process.stderr.write(explainError(error, argv.includes("--debug")));
  process.exitCode = 2;
}

function programName(script: string): string {
  return basename(script).startsWith("rename-plan")
    ? "rename-plan"
    : `node ${relative(process.cwd(), script)}`;
}
