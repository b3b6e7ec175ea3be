import { connect } from "../github/client.ts";
import type { Pace } from "../github/client.ts";
import { parseRepository } from "../github/repository.ts";
import { closeOpen } from "./close-open.ts";
import { readInputs } from "./inputs.ts";
import type { Failure } from "./run.ts";
import type { Runner } from "./runner.ts";

/** Closes what a run left open that was killed or could not go on. Rejects with a GitHubError. */
export async function post(runner: Runner, substitutes: { readonly pace?: Pace } = {}): Promise<Failure> {
  const read = readInputs((name) => runner.input(name));
  const { apiUrl, repository: name } = runner.environment;
  const repository = parseRepository(name);
  if (!read.ok || repository === null) return null;
  const token = read.inputs.githubToken;
  await closeOpen(runner, connect({ token, apiUrl, repository, ...substitutes }), "");
  return null;
}
