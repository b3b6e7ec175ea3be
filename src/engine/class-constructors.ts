import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import { classScopes } from "../python/scope.ts";
import type { Scope } from "../python/scope.ts";
import type { ClassGraph, ClassPlace } from "./class-graph.ts";
import { isConstructor } from "./parameter-owners.ts";
import type { Location } from "./ports.ts";
import type { LoadedText } from "./session.ts";

/** The constructors that a class defines itself. */
export function ownConstructors(place: ClassPlace, grammar: Grammar): readonly Scope[] {
  const names = new Set([place.scope.name, "__init__", "__new__"]);
  const { module } = readModule(grammar, place.file.text, names);
  const scope = classScopes(module).find((s) => s.header?.nameAt === place.header.nameAt);
  return (scope?.children ?? [])
    .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
    .filter((c) => c.kind === "function" && isConstructor(c));
}

/** Where the constructor is that a call of a class goes to: its own, or those of the class with the given key. */
export async function constructorAt(
  location: Location,
  owner: string,
  graph: ClassGraph,
  grammar: Grammar,
): Promise<readonly Location[] | "owner" | null> {
  const place = await graph.classAt(location);
  if (place === null) return null;
  const { keys, unknown } = await graph.ancestry(place);
  if (!keys.has(owner) && unknown === null) return null;
  const own = ownConstructors(place, grammar);
  return own.length === 0 ? "owner" : own.map((scope) => nameLocation(place.file, scope));
}

function nameLocation(file: LoadedText, { signature, name }: Scope): Location {
  const at = signature?.nameAt ?? 0;
  return {
    path: file.path,
    absolutePath: file.path,
    range: { start: file.lines.positionAt(at), end: file.lines.positionAt(at + name.length) },
  };
}
