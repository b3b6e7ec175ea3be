import { ask } from "./ask.ts";
import type { Purpose } from "./ask.ts";
import type { Client } from "./client.ts";
import { GitHubError } from "./github-error.ts";

/** A path of the new tree: a blob with its mode, or nothing any more. */
export type CommitEntry =
  | { readonly path: string; readonly mode: string; readonly sha: string; readonly content: Uint8Array }
  | { readonly path: string; readonly removed: true };

export interface CommitRequest {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** The one parent; the branch must still be there. */
  readonly parent: string;
  /** The tree of the parent. */
  readonly baseTree: string;
  /** The tree that the entries make of it, as the local git computed it. */
  readonly tree: string;
  readonly entries: readonly CommitEntry[];
  readonly message: string;
}

export type CommitResult =
  | { readonly status: "committed"; readonly sha: string }
  /** Nothing was changed: the branch is not at the parent any more, or a rule forbids the update. */
  | { readonly status: "refused"; readonly reason: string };

const PURPOSE: Purpose = { to: "write the commit", permission: "contents: write" };

/** Trees with more entries at once run into a timeout (qoomon/actions--create-commit#90). */
const ENTRIES_A_TREE = 100;

const MODES = ["100644", "100755"] as const;

/**
 * One commit on a branch through the Git Data API: blobs, tree, commit, and the ref last, never by force. Until then nothing
 * is seen of it. What GitHub stores is compared with what git computed here. Rejects with a GitHubError when no commit
 * is on the branch.
 */
export async function commitFiles(client: Client, request: CommitRequest): Promise<CommitResult> {
  for (const entry of request.entries) {
    // oxlint-disable-next-line no-await-in-loop -- writes come one at a time
    if (!("removed" in entry)) await createBlob(client, entry.sha, entry.content);
  }
  const tree = await createTree(client, request);
  expectSame("tree", request.tree, tree);
  const { octokit, repo } = client;
  const { data: commit } = await ask(PURPOSE, async () =>
    octokit.rest.git.createCommit({ ...repo, message: request.message, tree, parents: [request.parent] }),
  );
  return moveBranch(client, request.branch, commit.sha);
}

async function createBlob({ octokit, repo }: Client, expected: string, content: Uint8Array): Promise<void> {
  const { data } = await ask(PURPOSE, async () =>
    octokit.rest.git.createBlob({
      ...repo,
      content: Buffer.from(content).toString("base64"),
      encoding: "base64",
    }),
  );
  expectSame("blob", expected, data.sha);
}

async function createTree({ octokit, repo }: Client, { baseTree, entries }: CommitRequest): Promise<string> {
  let tree = baseTree;
  for (let i = 0; i < entries.length; i += ENTRIES_A_TREE) {
    const part = entries.slice(i, i + ENTRIES_A_TREE).map((entry) => ({
      path: entry.path,
      type: "blob" as const,
      ...("removed" in entry
        ? { mode: MODES[0], sha: null }
        : { mode: modeOf(entry.mode, entry.path), sha: entry.sha }),
    }));
    const base = tree;
    // oxlint-disable-next-line no-await-in-loop -- each tree builds on the one before
    const { data } = await ask(PURPOSE, async () =>
      octokit.rest.git.createTree({ ...repo, base_tree: base, tree: part }),
    );
    tree = data.sha;
  }
  return tree;
}

function modeOf(mode: string, path: string): (typeof MODES)[number] {
  const known = MODES.find((m) => m === mode);
  if (known === undefined) throw new Error(`${path} is no regular file (mode ${mode})`);
  return known;
}

/** The answer can get lost on its way: where the branch is says what happened. */
async function moveBranch({ octokit, repo }: Client, branch: string, sha: string): Promise<CommitResult> {
  const ref = `heads/${branch}`;
  try {
    await ask(PURPOSE, async () => octokit.rest.git.updateRef({ ...repo, ref, sha, force: false }));
    return { status: "committed", sha };
  } catch (error) {
    const { data } = await ask({ to: `read the branch ${branch}`, permission: "contents: read" }, async () =>
      octokit.rest.git.getRef({ ...repo, ref }),
    ).catch(() => {
      throw unknownOutcome(branch, error);
    });
    if (data.object.sha === sha) return { status: "committed", sha };
    if (error instanceof GitHubError && error.status === 422)
      return { status: "refused", reason: error.message };
    throw error;
  }
}

function unknownOutcome(branch: string, cause: unknown): GitHubError {
  const words = cause instanceof Error ? cause.message : String(cause);
  return new GitHubError(
    `${words} Whether ${branch} was moved is not known: look at it before you run this again.`,
    null,
    cause,
  );
}

function expectSame(what: string, expected: string, actual: string): void {
  if (expected === actual) return;
  throw new GitHubError(
    `GitHub stored another ${what} (${actual}) than git computed (${expected}). Nothing was committed; run the job again, and report it if it happens again.`,
    null,
  );
}
