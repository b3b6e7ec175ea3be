import type { ModuleTree } from "../python/module-path.ts";
import { importRoots, stubFolder } from "./import-roots.ts";
import type { LanguageServer, LanguageServers, Workspace } from "./ports.ts";
import { VERIFY_RULES } from "./verify/verify-rules.ts";

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
  const starting = servers.start({
    root: workspace.root,
    files,
    sourceRoots: importRoots(tree, givenRoots, targetRoots),
    ...(pythonVersion === undefined ? {} : { pythonVersion }),
    stubPath: stubFolder(files),
    rules: VERIFY_RULES,
  });
  // A failure that comes while the scan is under way is met when the server is waited for.
  starting.catch(() => null);
  return starting;
}
