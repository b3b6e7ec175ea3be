import * as core from "@actions/core";
import { readEnvironment, forgetTokens } from "./environment.ts";
import { post } from "./post.ts";
import { run } from "./run.ts";
import type { Runner } from "./runner.ts";
import { tell } from "./tell.ts";

/** Behind the job's other steps the runner starts this program again (`runs.post`). */
const IS_POST = "is-post";

const inputs = new Map<string, string>();
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith("INPUT_")) inputs.set(name.slice("INPUT_".length), value ?? "");
}
forgetTokens();
const saved = new Map<string, string>();

const LEVELS = { failure: core.error, warning: core.warning, notice: core.notice } as const;

try {
  const runner: Runner = {
    environment: readEnvironment(),
    input: (name) => inputs.get(name.replaceAll(" ", "_").toUpperCase()) ?? "",
    setOutput: core.setOutput,
    saveState: (name, value) => {
      saved.set(name, value);
      core.saveState(name, value);
    },
    state: (name) => saved.get(name) ?? core.getState(name),
    info: (line) => core.info(tell(line)),
    annotate: ({ path, line, column, level, title, message }) =>
      LEVELS[level](message, {
        file: path,
        startLine: line,
        ...(column === 0 ? {} : { startColumn: column }),
        title,
      }),
    // Runners of older GitHub Enterprise Servers have no job summary.
    writeSummary: async (markdown) => {
      if (process.env["GITHUB_STEP_SUMMARY"] === undefined) return;
      await core.summary.addRaw(markdown).write();
    },
  };
  for (const name of ["github-token", "push-token"]) {
    if (runner.input(name) !== "") core.setSecret(runner.input(name));
  }
  const isPost = core.getState(IS_POST) !== "";
  core.saveState(IS_POST, "true");
  const failure = isPost ? await post(runner) : await run(runner);
  if (failure !== null) core.setFailed(tell(failure));
} catch (error) {
  core.setFailed(tell(error instanceof Error ? error.message : String(error)));
}
