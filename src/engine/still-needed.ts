import type { ImportStatement } from "../python/import-statements.ts";
import type { Chain } from "./module-chains.ts";
import type { ModuleContext } from "./module-context.ts";
import type { ModuleMap } from "./module-map.ts";

/** A use that stays reads a module that a plain import brought along, which may be about to name another root. */
export function noteNeeded(
  { parts, bindings }: Chain,
  statements: readonly ImportStatement[],
  needed: Map<number, Set<string>>,
  { map }: ModuleContext,
): void {
  const written = parts.map(({ name }) => name);
  for (const statement of statements) {
    if (statement.kind !== "import") continue;
    for (const item of statement.items) {
      if (item.alias !== null || !bindings.some((b) => b.start === item.pathSpan.start)) continue;
      const renamed = map.renamed(item.path);
      if (renamed === item.path) continue;
      const path = item.path.split(".");
      let shared = 0;
      while (shared < written.length && shared < path.length && written[shared] === path[shared]) shared += 1;
      const prefix = path.slice(0, shared).join(".");
      if (prefix === "" || renamed === prefix || renamed.startsWith(`${prefix}.`)) continue;
      if (
        statements.some(
          (s) =>
            s.kind === "import" &&
            s.items.some((i) => i.alias === null && i !== item && stillBrings(i.path, prefix, map)),
        )
      )
        continue;
      needed.set(item.start, (needed.get(item.start) ?? new Set()).add(prefix));
    }
  }
}

function stillBrings(path: string, prefix: string, map: ModuleMap): boolean {
  const renamed = map.renamed(path);
  return renamed === prefix || renamed.startsWith(`${prefix}.`);
}
