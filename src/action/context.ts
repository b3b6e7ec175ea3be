import type { LanguageServers } from "../engine/ports.ts";
import type { Client } from "../github/client.ts";
import type { Inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** What every step of a run of the action needs. */
export interface Context {
  readonly runner: Runner;
  readonly inputs: Inputs;
  /** Reads and reports, with the job's token. */
  readonly client: Client;
  /** Commits: with `push-token` where there is one. */
  readonly pushClient: Client;
  /** The servers to ask; null: basedpyright, installed when it is needed first. */
  readonly servers: LanguageServers | null;
}
