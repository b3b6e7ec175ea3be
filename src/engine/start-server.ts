import type { ModuleTree } from "../python/module-path.ts";
import type { LanguageServer, LanguageServers, Workspace } from "./ports.ts";

/**
 * A server over the Python files of a tree, with every import root that counts. A rejection is met when it is awaited, also
 * when that is later.
 */
export function startServer(
  servers: LanguageServers,
  workspace: Workspace,
  files: readonly string[],
  tree: ModuleTree,
  givenRoots: readonly string[] | null,
  targetRoots: readonly string[],
  pythonVersion?: string,
): Promise<LanguageServer> {
  const roots = [...new Set([...targetRoots, ...(givenRoots ?? []), ...tree.sourceRoots])];
  const starting = servers.start({
    root: workspace.root,
    files,
    sourceRoots: roots.map((root) => (root === "" ? "." : root)),
    ...(pythonVersion === undefined ? {} : { pythonVersion }),
    stubPath: files.some((path) => path.startsWith("typings/")) ? "typings" : null,
  });
  // A failure that comes while the scan is under way is met when the server is waited for.
  starting.catch(() => null);
  return starting;
}
