import { ask } from "./ask.ts";
import type { Client } from "./client.ts";

export interface Commit {
  readonly sha: string;
  readonly message: string;
}

/** The commits of a pull request, oldest first; GitHub gives 250 at most. Rejects with a GitHubError. */
export async function pullCommits({ octokit, repo }: Client, number: number): Promise<readonly Commit[]> {
  const found = await ask(
    { to: `list the commits of pull request #${number}`, permission: "pull-requests: read" },
    async () =>
      octokit.paginate(octokit.rest.pulls.listCommits, { ...repo, pull_number: number, per_page: 100 }),
  );
  return found.map(({ sha, commit }) => ({ sha, message: commit.message }));
}

export interface Comparison {
  readonly commits: readonly Commit[];
  /** Paths that the head adds or changes; null when there are more than GitHub lists. */
  readonly changed: readonly string[] | null;
}

/** GitHub lists no more files of a comparison, and they are all on its first page. */
const MOST_FILES = 300;
const COMMITS_A_PAGE = 100;

/** What lies between two commits. Rejects with a GitHubError. */
export async function compareCommits(
  { octokit, repo }: Client,
  base: string,
  head: string,
): Promise<Comparison> {
  const purpose = { to: "compare the commits of the queue", permission: "contents: read" };
  const read = (page: number) =>
    ask(purpose, async () => {
      const request = { ...repo, basehead: `${base}...${head}`, per_page: COMMITS_A_PAGE, page };
      return (await octokit.rest.repos.compareCommitsWithBasehead(request)).data;
    });
  const first = await read(1);
  const files = first.files ?? [];
  const commits = [...first.commits];
  for (let page = 2; commits.length < first.total_commits; page++) {
    // oxlint-disable-next-line no-await-in-loop -- page by page, until there are no more
    const { commits: more } = await read(page);
    if (more.length === 0) break;
    commits.push(...more);
  }
  return {
    commits: commits.map(({ sha, commit }) => ({ sha, message: commit.message })),
    changed:
      files.length >= MOST_FILES
        ? null
        : files.filter(({ status }) => status !== "removed").map(({ filename }) => filename),
  };
}
