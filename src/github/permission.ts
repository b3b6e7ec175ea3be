import { ask } from "./ask.ts";
import type { Client } from "./client.ts";

/**
 * Whether a user may write to the repository, with the role's name. GitHub maps "maintain" to "write" and "triage" to
 * "read" in `permission`; custom roles are mapped to the role that they build upon. Rejects with a GitHubError, also
 * when the user is no collaborator.
 */
export async function readPermission(
  { octokit, repo }: Client,
  login: string,
): Promise<{ readonly mayWrite: boolean; readonly role: string }> {
  const { data } = await ask(
    { to: `ask for the permission of ${login}`, permission: "metadata: read" },
    async () => octokit.rest.repos.getCollaboratorPermissionLevel({ ...repo, username: login }),
  );
  const mayWrite = data.permission === "admin" || data.permission === "write";
  return { mayWrite, role: data.role_name || data.permission };
}
