import type { Workspace } from "./ports.ts";

/** A path fits one of the globs of a plan. */
export function matchesAny(path: string, patterns: readonly string[], workspace: Workspace): boolean {
  return patterns.some((pattern) => workspace.matchesGlob(path, pattern));
}
