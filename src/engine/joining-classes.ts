import { readModule } from "../python/read-module.ts";
import { classScopes } from "../python/scope.ts";
import type { ClassPlace } from "./class-place.ts";
import type { ParameterContext } from "./parameter-context.ts";

/** A class header with a comma in it. */
const SEVERAL = /\bclass\s+([\p{XID_Continue}]+)\s*(?:\[[^\]]*\]\s*)?\([^)]*,/gu;

/** The classes of the repository that have several bases, which can make relatives of classes that have nothing in common. */
export async function joiningClasses({
  session,
  grammar,
  python,
}: ParameterContext): Promise<readonly ClassPlace[]> {
  const found: ClassPlace[] = [];
  for (const path of python) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const file = await session.load(path);
    if (file === null) continue;
    const names = new Set([...file.text.matchAll(SEVERAL)].map((m) => m[1] ?? ""));
    if (names.size === 0) continue;
    for (const scope of classScopes(readModule(grammar, file.text, names).module)) {
      const { header } = scope;
      if (header !== null && names.has(scope.name) && header.bases.length > 1)
        found.push({ file, scope, header });
    }
  }
  return found;
}
