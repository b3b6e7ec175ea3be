import { account } from "./account.ts";
import type { Signature } from "./bare-repository.ts";
import type { Commit } from "./commits.ts";

/** A commit as the Git Data API shows it. GitHub signs what a bot commits in its own name. */
export function gitCommitJson(commit: Commit, repositoryUrl: string) {
  const signed = commit.author.email.endsWith("[bot]@users.noreply.github.com");
  return {
    sha: commit.sha,
    url: `${repositoryUrl}/git/commits/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${repositoryUrl}/git/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({ sha, url: `${repositoryUrl}/git/commits/${sha}` })),
    verification: { verified: signed, reason: signed ? "valid" : "unsigned", signature: null, payload: null },
  };
}

/** A commit as lists of commits and comparisons show it. */
export function commitJson(commit: Commit, repositoryUrl: string) {
  const { sha, author, committer, message, tree, verification } = gitCommitJson(commit, repositoryUrl);
  return {
    sha,
    url: `${repositoryUrl}/commits/${sha}`,
    commit: { author, committer, message, tree, verification },
    author: accountOf(author),
    committer: accountOf(committer),
    parents: commit.parents.map((parent) => ({ sha: parent, url: `${repositoryUrl}/commits/${parent}` })),
  };
}

/** Null for an address that belongs to nobody. */
function accountOf({ email }: Signature) {
  const login = /^\d+\+(.+)@users\.noreply\.github\.com$/.exec(email)?.[1];
  return login === undefined ? null : account(login);
}
