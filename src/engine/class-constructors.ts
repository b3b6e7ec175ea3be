import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import { classScopes } from "../python/scope.ts";
import type { Scope } from "../python/scope.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { isConstructor } from "./parameter-owners.ts";
import type { Location } from "./ports.ts";
import type { LoadedText } from "./session.ts";

/** The constructors that a class defines itself. */
function ownConstructors(place: ClassPlace, grammar: Grammar): readonly Scope[] {
  const names = new Set([place.scope.name, "__init__", "__new__"]);
  const { module } = readModule(grammar, place.file.text, names);
  const scope = classScopes(module).find((s) => s.header?.nameAt === place.header.nameAt);
  return (scope?.children ?? [])
    .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
    .filter((c) => c.kind === "function" && isConstructor(c));
}

/** Where the constructors are that a call of a class goes to: its own, or "owner" for those of one of the given classes. */
export async function constructorOf(
  location: Location,
  classKeys: readonly string[],
  graph: ClassGraph,
  grammar: Grammar,
): Promise<readonly Location[] | "owner"> {
  const place = await graph.classAt(location);
  if (place === null) return [];
  const own = ownConstructors(place, grammar);
  if (own.length > 0) return own.map((scope) => nameLocation(place.file, scope));
  const { keys } = await graph.ancestry(place);
  return classKeys.some((key) => keys.has(key)) ? "owner" : [];
}

function nameLocation(file: LoadedText, { signature, name }: Scope): Location {
  const at = signature?.nameAt ?? 0;
  return {
    path: file.path,
    absolutePath: file.path,
    range: { start: file.lines.positionAt(at), end: file.lines.positionAt(at + name.length) },
  };
}
