import { ask } from "./ask.ts";
import type { Client } from "./client.ts";

export interface ChangedFiles {
  /** Those that are there afterwards: POSIX, relative to the top. */
  readonly files: readonly string[];
  /** How many GitHub listed, removed ones too: 3,000 at most. */
  readonly listed: number;
}

/** The files that a pull request changes. Rejects with a GitHubError. */
export async function changedFiles({ octokit, repo }: Client, number: number): Promise<ChangedFiles> {
  const files = await ask(
    { to: `list the files of pull request #${number}`, permission: "pull-requests: read" },
    async () =>
      octokit.paginate(octokit.rest.pulls.listFiles, { ...repo, pull_number: number, per_page: 100 }),
  );
  const present = files.filter(({ status }) => status !== "removed").map(({ filename }) => filename);
  return { files: present, listed: files.length };
}
