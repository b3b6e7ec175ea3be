import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { absolutePath } from "../python/module-path.ts";
import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { NameToken } from "../python/token.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { isFromImport, modulesHaving } from "./modules-having.ts";
import { placeAt } from "./place-at.ts";

/**
 * One variable can be the member's class on one path and another class of the repository on the other, as with
 * `if TYPE_CHECKING: from fake import Key / else: from real import Key`. The server sees one of the two.
 */
export function checkTwins({ target, scan, tree }: FamilyContext): readonly Conflict[] {
  const [name = ""] = target.target.name.split(".");
  const homes = target.homes.map((home) => home.path);
  const having = modulesHaving(name, homes, scan, tree);
  const conflicts: Conflict[] = [];
  for (const file of scan.files.values()) {
    const { path, reading } = file;
    const variables = new Map<Scope, NameToken[]>();
    for (const token of reading.tokens) {
      if (token.name !== name || !isFromImport(token)) continue;
      const variable = resolveName(token.scope, name);
      variables.set(variable, [...(variables.get(variable) ?? []), token]);
    }
    for (const imports of variables.values()) {
      const sources = imports.map((token) => ({
        token,
        files: token.source === null ? [] : tree.filesOf(absolutePath(token.source, path, tree)),
      }));
      const other = sources.find(({ files }) => files.length > 0 && !files.some((f) => having.has(f.path)));
      if (other === undefined || !sources.some(({ files }) => files.some((f) => having.has(f.path))))
        continue;
      const message = `${name} is another class on one path here, so the member may be either's.`;
      conflicts.push(
        conflict("family/unknown-base", target.target.entry, message, placeAt(file, other.token.start)),
      );
    }
  }
  return conflicts;
}
