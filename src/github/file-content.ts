import { ask } from "./ask.ts";
import type { Client } from "./client.ts";
import { GitHubError } from "./github-error.ts";

/** The text of a file at a commit; null when it is not there or is no file. Rejects with a GitHubError. */
export async function fileContent(
  { octokit, repo }: Client,
  path: string,
  ref: string,
): Promise<string | null> {
  try {
    const { data } = await ask({ to: `read ${path} at ${ref}`, permission: "contents: read" }, async () =>
      octokit.rest.repos.getContent({ ...repo, path, ref }),
    );
    if (Array.isArray(data) || data.type !== "file" || !("content" in data)) return null;
    return Buffer.from(data.content, "base64").toString("utf8");
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null;
    throw error;
  }
}
