import { gitOutput } from "./git.ts";

/** What a work tree is checked out at: object names, lower-case hex. */
export interface Head {
  readonly commit: string;
  readonly tree: string;
}

/** Rejects with a WorkspaceError where there is no git repository, or no commit in it. */
export async function readHead(root: string): Promise<Head> {
  const output = await gitOutput(root, ["show", "--no-patch", "--format=%H %T", "HEAD"]);
  const [commit = "", tree = ""] = output.toString("utf8").trim().split(" ");
  return { commit, tree };
}
