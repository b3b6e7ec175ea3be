import type { Environment } from "./environment.ts";

/** A stream to write to; `columns` only where it is a terminal. */
export interface Output {
  write(chunk: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Where a command runs and what it prints on. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Environment;
  /** How the user started the program, as in `rename-plan`. */
  readonly program: string;
}
