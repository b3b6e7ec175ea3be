import type { Annotation } from "../report/annotations.ts";
import type { Environment } from "./environment.ts";

/** What the runner of a workflow gives a step and takes from it. `main.ts` makes it of @actions/core; tests have their own. */
export interface Runner {
  readonly environment: Environment;
  /** The value of an input of action.yml; "" when it has none. */
  input(name: string): string;
  setOutput(name: string, value: string): void;
  /** Kept for the post step, also when this process is killed. */
  saveState(name: string, value: string): void;
  /** What `saveState` kept last, in this step or, in the post step, in the one before; "" otherwise. */
  state(name: string): string;
  /** One line of the log. It must be escaped already. */
  info(line: string): void;
  /** A remark beside the code by workflow command: ten of a level are shown. */
  annotate(annotation: Annotation): void;
  /** Adds to the job summary. Rejects when it cannot be written. */
  writeSummary(markdown: string): Promise<void>;
}
