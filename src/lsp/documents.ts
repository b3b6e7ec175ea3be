import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The documents a session has opened, by the paths that the engine calls them. */
export interface Documents {
  /** The URI of a path of the repository, or of a probe. */
  uri(path: string): string;
  /** Notes that a path is open. Opening it twice is a bug of the caller. */
  opened(path: string): void;
  /** A new pseudo path (`probe:1`) for a document in the server's own workspace. */
  newProbe(): string;
}

/** `root`: the repository; `workspaceRoot`: the server's own folder. Absolute. */
export function documents(root: string, workspaceRoot: string): Documents {
  const open = new Set<string>();
  const probes = new Map<string, string>();
  return {
    uri: (path) => probes.get(path) ?? pathToFileURL(join(root, path)).href,
    opened(path) {
      if (open.has(path)) throw new Error(`${path} is opened twice in one session of the language server`);
      open.add(path);
    },
    newProbe() {
      const number = probes.size + 1;
      const path = `probe:${number}`;
      probes.set(path, pathToFileURL(join(workspaceRoot, `probe-${number}.py`)).href);
      return path;
    },
  };
}
