import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import type { Scope } from "../python/scope.ts";
import type { Location } from "./ports.ts";
import type { Session } from "./session.ts";

/** The function whose name stands at a location of the repository, with the given name read in it; null when it is none. */
export async function functionNamed(
  location: Location,
  session: Session,
  grammar: Grammar,
  name: string,
): Promise<Scope | null> {
  const file = location.path === null ? null : await session.load(location.path);
  if (file === null) return null;
  const at = file.lines.offsetAt(location.range.start);
  const own = file.text.slice(at, file.lines.offsetAt(location.range.end));
  const { module } = readModule(grammar, file.text, new Set([own, name]));
  const pending: Scope[] = [module];
  for (let scope = pending.pop(); scope !== undefined; scope = pending.pop()) {
    if (scope.signature?.nameAt === at) return scope;
    pending.push(...scope.children);
  }
  return null;
}
