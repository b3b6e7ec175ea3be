import type { ImportItem } from "../python/import-statements.ts";
import { plainItems } from "../python/import-statements.ts";
import { resolveName } from "../python/scope.ts";
import type { NameToken, Token } from "../python/token.ts";
import type { ModuleContext } from "./module-context.ts";
import type { MovingFile } from "./read-moving-file.ts";

/** A place that cannot follow, and why. */
export interface StuckToken {
  readonly token: Token;
  readonly detail: string;
}

/** Plain imports that would bind another first name than before, where that cannot be: it is taken, or the old one is declared. */
export function hiddenRoots(
  { statements, names, strangers }: MovingFile,
  needed: ReadonlyMap<number, ReadonlySet<string>>,
  keepsName: (item: ImportItem) => boolean,
  { map }: ModuleContext,
): readonly StuckToken[] {
  const found: StuckToken[] = [];
  for (const item of plainItems(statements)) {
    if (item.alias !== null || strangers.has(item.start) || keepsName(item)) continue;
    const [oldRoot = ""] = item.path.split(".");
    const roots = [map.renamed(item.path), ...(needed.get(item.start) ?? [])].map(
      (path) => path.split(".")[0] ?? "",
    );
    const token = names.find((t) => t.start === item.pathSpan.start);
    if (token === undefined) continue;
    for (const newRoot of new Set(roots)) {
      if (newRoot === oldRoot) continue;
      if (isTaken(newRoot, oldRoot, token, names))
        found.push({ token, detail: `${newRoot} is something else in this file` });
      else if (isDeclared(oldRoot, token, names))
        found.push({
          token,
          detail: `${oldRoot} is deleted, declared global, or bound to something else, in this file`,
        });
    }
  }
  return found;
}

/** Another variable of the new name is in the same scope, or in one that a use of the old name is in. */
function isTaken(newRoot: string, oldRoot: string, token: NameToken, names: readonly NameToken[]): boolean {
  const own = resolveName(token.scope, oldRoot);
  const others = new Set(
    names
      .filter((t) => t.name === newRoot && t.binding !== null && t.binding !== "import_module")
      .map((t) => resolveName(t.scope, newRoot)),
  );
  if (others.has(own)) return true;
  return names.some(
    (t) =>
      t.name === oldRoot &&
      resolveName(t.scope, oldRoot) === own &&
      others.has(resolveName(t.scope, newRoot)),
  );
}

function isDeclared(oldRoot: string, token: NameToken, names: readonly NameToken[]): boolean {
  const own = resolveName(token.scope, oldRoot);
  return names.some(
    ({ name, scope, binding }) =>
      name === oldRoot &&
      resolveName(scope, oldRoot) === own &&
      ((binding !== null && binding !== "import_module") ||
        scope.globals.has(oldRoot) ||
        scope.nonlocals.has(oldRoot)),
  );
}
