import { ask } from "./ask.ts";
import type { Purpose } from "./ask.ts";
import type { Client } from "./client.ts";
import { createOnce, NO_RETRY } from "./create-once.ts";

/** What our comment is known by, besides its author. It does not show. */
export const COMMENT_MARKER = "<!-- rename-plan: the one comment -->";

const PURPOSE: Purpose = { to: "write the comment", permission: "pull-requests: write" };

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: string;
}

/**
 * Writes the one comment of this action on a pull request: the oldest with the marker that the token's own user wrote
 * is updated, later ones are deleted, and where there is none, it is made. `write` gets the Markdown that is there, or
 * "", and gives what is to be there, within GitHub's limit. Rejects with a GitHubError.
 */
export async function putComment(
  client: Client,
  number: number,
  write: (before: string) => string,
): Promise<void> {
  const { octokit, repo } = client;
  const viewer = await readViewer(client);
  const own = async () => (await comments(client, number)).filter((c) => isOwn(c, viewer));
  const [oldest, ...later] = await own();
  const before = oldest?.body.slice(COMMENT_MARKER.length + 1) ?? "";
  const marked = `${COMMENT_MARKER}\n${write(before)}`;
  if (oldest === undefined) {
    await createOnce(
      client,
      () =>
        ask(PURPOSE, async () => {
          await octokit.rest.issues.createComment({
            ...repo,
            ...NO_RETRY,
            issue_number: number,
            body: marked,
          });
          return true;
        }),
      async () => ((await own()).length > 0 ? true : null),
    );
    return;
  }
  if (oldest.body !== marked) {
    await ask(PURPOSE, async () =>
      octokit.rest.issues.updateComment({ ...repo, comment_id: oldest.id, body: marked }),
    );
  }
  for (const { id } of later) {
    // oxlint-disable-next-line no-await-in-loop -- writes come one at a time
    await ask(PURPOSE, async () => octokit.rest.issues.deleteComment({ ...repo, comment_id: id }));
  }
}

/** The login of the token's user. REST's own question for it is closed to Apps. */
async function readViewer({ octokit }: Client): Promise<string> {
  const { viewer } = await ask(
    { to: "ask who the token belongs to", permission: "metadata: read" },
    async () =>
      octokit.graphql<{ readonly viewer: { readonly login: string } }>("query { viewer { login } }"),
  );
  return viewer.login;
}

/** Oldest first. */
async function comments({ octokit, repo }: Client, number: number): Promise<readonly Comment[]> {
  const found = await ask({ to: "read the comments", permission: "pull-requests: read" }, async () =>
    octokit.paginate(octokit.rest.issues.listComments, { ...repo, issue_number: number, per_page: 100 }),
  );
  return found
    .map(({ id, body, user }) => ({ id, body: body ?? "", author: user?.login ?? "" }))
    .sort((a, b) => a.id - b.id);
}

/** GraphQL names the user of an App without the "[bot]" that REST adds. */
function isOwn({ body, author }: Comment, viewer: string): boolean {
  const plain = (login: string) => login.replace(/\[bot\]$/, "");
  return body.startsWith(COMMENT_MARKER) && plain(author) === plain(viewer);
}
