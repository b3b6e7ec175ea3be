import type { ModuleTree } from "../python/module-path.ts";
import { moduleBelow } from "../python/module-path.ts";
import type { LanguageServer } from "./ports.ts";
import { probeModule } from "./probe.ts";

/** The dotted name by which the server finds a file; null when no import reaches it. */
export type ImportName = (path: string) => Promise<string | null>;

/** Tries the import roots, the most specific one first, until the server goes to the file itself. */
export function importName(server: LanguageServer, tree: ModuleTree): ImportName {
  const known = new Map<string, Promise<string | null>>();
  const find = async (path: string): Promise<string | null> => {
    const roots = tree.sourceRoots.filter((root) => root === "" || path.startsWith(`${root}/`));
    const names = roots.toSorted((a, b) => b.length - a.length).map((root) => moduleBelow(root, path));
    for (const name of new Set([...names, tree.moduleOf(path)])) {
      if (!DOTTED.test(name)) continue;
      // oxlint-disable-next-line no-await-in-loop -- the first one that leads to the file, mostly at once
      const locations = await probeModule(server, name);
      if (locations.some((l) => l.path === path)) return name;
    }
    return null;
  };
  return (path) => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
}

const DOTTED = /^[\p{XID_Start}_][\p{XID_Continue}]*(?:\.[\p{XID_Start}_][\p{XID_Continue}]*)*$/u;
